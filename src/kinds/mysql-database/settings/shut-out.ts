import { same } from '../../../model/fingerprint.ts';
import type { Change } from '../../../model/step.ts';
import { canonicalList } from '../fields.ts';
import type { Wish } from '../terms.ts';

/** A change of the allow list in two: who is admitted at once, and who is shut out by consent. */
export interface ShutOut {
  /** Null where the change admits no address. */
  readonly admit: Change | null;
  readonly shut: Change;
  /** One sentence: what is lost. */
  readonly loses: string;
}

/** What every change to an empty list loses. */
export const NOBODY = 'every connection: with an empty allow list nobody may connect';

/** The part of a change of the allow list that requires consent: references that lead to no address any more, or labels that lost more than half of
 *  the addresses lately, are more likely a mistake than a wish. Null where the change requires none. */
export function shutOutIn(desired: Wish, change: Change): ShutOut | null {
  if (desired.spec.allowListFrom === undefined) return null;
  const [from, to] = [change.from, change.to] as readonly [readonly string[], readonly string[]];
  if (to.length === 0) return { admit: null, shut: change, loses: `${NOBODY}; spec.allowListFrom leads to no address any more` };
  const strayed = strayedFrom(desired).filter((address) => !to.includes(address));
  const had = new Set([...from, ...strayed]).size;
  if (strayed.length * 2 <= had || !strayed.some((address) => from.includes(address))) return null;
  const both = canonicalList([...from, ...to]);
  const loses = `connections from ${strayed.length} of the ${had} addresses that it had; spec.allowListFrom leads to them no more`;
  return { admit: same(both, from) ? null : { ...change, to: both }, shut: { ...change, from: both }, loses };
}

const strayedFrom = ({ strayed }: Wish): readonly string[] =>
  canonicalList((strayed?.['allowListFrom.instanceSelector'] ?? []).filter((one) => typeof one === 'string')).filter(
    (address) => !address.includes(':'),
  );
