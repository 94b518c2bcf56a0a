/** A row that cannot be staged on a service. A stageable row in this list is a failure, and so is
 *  an unstageable one outside. */
export interface Unstaged {
  readonly kind: string;
  readonly reason: string;
  readonly rows: readonly string[];
}
