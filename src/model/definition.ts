/** An admission rule in CEL at `spec`: `self` is the spec. */
export interface Rule {
  readonly rule: string;
  /** Field of the spec that the API server puts in front of the message:
   *  `attachment.instanceRef`. */
  readonly field: string;
  /** Continues the sentence that the field begins, without repeating the field: `must not …`. */
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
