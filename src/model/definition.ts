/** A rule of admission in CEL. It stands at `spec`: `self` is the spec. */
export interface Rule {
  readonly rule: string;
  readonly message: string;
}

/** A column of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'date';
  readonly path: string;
  /** Shown by `-o wide` only. */
  readonly wide?: true;
}
