/** An admission rule in CEL at `spec`: `self` is the spec. */
export interface Rule {
  readonly rule: string;
  /** The field of the spec that the API server names in front of the message:
   *  `attachment.instanceRef`. */
  readonly field: string;
  /** Reads on behind the field, and does not repeat it: `must not …`. */
  readonly message: string;
}

/** A column of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'date';
  readonly path: string;
  /** Shown only with `-o wide`. */
  readonly wide?: true;
}
