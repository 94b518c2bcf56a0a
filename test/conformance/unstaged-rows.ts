/** Rows that a service cannot be brought to show. A row that could be played and stands here is a
 *  failure, and so is one that cannot and does not. */
export interface Unstaged {
  readonly kind: string;
  readonly reason: string;
  readonly rows: readonly string[];
}
