import type { BudgetClass } from '../../engine/ports/cloud.ts';

/** Request classes, the most urgent first. */
export const CLASSES = [
  'user',
  'completion',
  'confirm',
  'sweep',
] as const satisfies readonly BudgetClass[];

interface Share {
  /** Fraction of the limit reserved for this class, so that no class starves. */
  readonly kept: number;
  /** Largest fraction of the limit for this class. */
  readonly most: number;
  /** Fraction of the limit that this class leaves unused when the service announces the remainder:
   *  others use the token too. */
  readonly leaves: number;
}

/** Shares of the requests of a token by class. */
const SHARES: Readonly<Record<BudgetClass, Share>> = {
  user: { kept: 0.2, most: 1, leaves: 0 },
  completion: { kept: 0.1, most: 1, leaves: 0.02 },
  confirm: { kept: 0.05, most: 1, leaves: 0.05 },
  sweep: { kept: 0.05, most: 0.2, leaves: 0.1 },
};

/** Returns the requests reserved for a class in one window. A share of a small limit may round to
 *  zero, but every class may send at least one request. */
export const keptFor = (of: BudgetClass, limit: number): number =>
  Math.floor(SHARES[of].kept * limit);
export const mostFor = (of: BudgetClass, limit: number): number =>
  Math.max(1, Math.floor(SHARES[of].most * limit));
export const leftBy = (of: BudgetClass, limit: number): number =>
  Math.floor(SHARES[of].leaves * limit);
