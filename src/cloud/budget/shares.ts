import type { BudgetClass } from '../../engine/ports/cloud.ts';

/** The classes of requests, the most urgent first. */
export const CLASSES = [
  'user',
  'completion',
  'confirm',
  'sweep',
] as const satisfies readonly BudgetClass[];

interface Share {
  /** Part of the limit that no other class may use: nobody starves, and whoever comes finds
   *  room. */
  readonly kept: number;
  /** Part of the limit that this class never exceeds. */
  readonly most: number;
  /** Part of the limit that this class leaves over when the service says how much is left: others
   *  use the token too. */
  readonly leaves: number;
}

/** How the requests of a token are divided. */
const SHARES: Readonly<Record<BudgetClass, Share>> = {
  user: { kept: 0.2, most: 1, leaves: 0 },
  completion: { kept: 0.1, most: 1, leaves: 0.02 },
  confirm: { kept: 0.05, most: 1, leaves: 0.05 },
  sweep: { kept: 0.05, most: 0.2, leaves: 0.1 },
};

/** Requests of a class in one window. A share of a small limit may be nothing, but no class is shut
 *  out for good. */
export const keptFor = (of: BudgetClass, limit: number): number =>
  Math.floor(SHARES[of].kept * limit);
export const mostFor = (of: BudgetClass, limit: number): number =>
  Math.max(1, Math.floor(SHARES[of].most * limit));
export const leftBy = (of: BudgetClass, limit: number): number =>
  Math.floor(SHARES[of].leaves * limit);
