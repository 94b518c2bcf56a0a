/** A planted violation of a rule, or sources that the rule allows. */
export interface Planted {
  readonly rule: string;
  readonly why: string;
  readonly sources: Readonly<Record<string, string>>;
  /** The expected message of the rule; null: none. */
  readonly broken: string | null;
}
