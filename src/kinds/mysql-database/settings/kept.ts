import type { MySqlDatabase } from '../../../api/databases.ts';
import { same } from '../../../model/fingerprint.ts';
import { type Change, type Step, waitForReference } from '../../../model/step.ts';
import { canonicalList, databaseWants } from '../fields.ts';
import type { Seen, Wish } from '../terms.ts';

/** A change of the allow list while a reference has no value. */
interface Kept {
  /** What is changed now; null: nothing is. */
  readonly change: Change | null;
  readonly waits: readonly Step[];
}

/** Keeps in the allow list what a reference without a value may stand for: every single address, unless no instance of the account has it. Such an address may be
 *  that of a stranger by tomorrow, and leaves. Ranges leave too: no reference leads to them. */
export function keepPossible(desired: Wish, change: Change, { instances }: Seen['details']): Kept {
  const unresolved = unresolvedIn(desired);
  if (unresolved === undefined) return { change, waits: [] };
  const [from, to] = [change.from, change.to] as readonly [readonly string[], readonly string[]];
  const machines = instances && new Set(canonicalList(instances.flatMap(({ ipv4 }) => ipv4)));
  const kept = leavingOf(from, to).filter((address) => machines?.has(address) !== false);
  if (kept.length === 0) return { change, waits: [] };
  const list = canonicalList([...to, ...kept]);
  const which = kept.length === 1 ? 'the address' : `the ${kept.length} addresses`;
  const waits = [waitForReference(`${unresolved}; until then the allow list keeps ${which} that it is to lose`)];
  return { change: same(list, from) ? null : { ...change, to: list }, waits };
}

/** Whether it has to be known which addresses the instances of the account have. */
export function asksForInstances(desired: Wish, item: MySqlDatabase): boolean {
  const wanted = databaseWants(desired)['allowList'] as readonly string[] | undefined;
  if (unresolvedIn(desired) === undefined || wanted === undefined) return false;
  return leavingOf(canonicalList(item.allow_list), wanted).length > 0;
}

const unresolvedIn = ({ unresolved }: Wish): string | undefined => unresolved?.['allowListFrom.addresses'];

/** The single addresses that a list loses. */
const leavingOf = (from: readonly string[], to: readonly string[]): readonly string[] =>
  from.filter((address) => address.endsWith('/32') && !to.includes(address));
