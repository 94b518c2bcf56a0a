/** An admission rule in CEL at `spec`: `self` is the spec. */
export interface Rule {
  readonly rule: string;
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
