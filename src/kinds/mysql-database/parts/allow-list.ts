import type { MySqlDatabase } from '../../../api/databases.ts';
import { same } from '../../../model/fingerprint.ts';
import { type Change, type Step, waitForReference } from '../../../model/step.ts';
import { canonicalList, databaseWants } from '../fields.ts';
import type { Desired, Observed } from '../types.ts';

/** A change of the allow list in two parts: immediate additions, and removals that require
 *  consent. */
export interface ShutOut {
  /** Null where the change adds no address. */
  readonly admit: Change | null;
  readonly shut: Change;
  /** The loss in one sentence. */
  readonly loses: string;
}

/** The loss of every change to an empty list. */
export const NO_ADDRESS = 'all connections: an empty allow list allows no address';

/** Returns the part of a change of the allow list that requires consent: references without any
 *  address, or labels that recently lost more than half of the addresses, are more likely a
 *  mistake. Null where the change requires none. */
export function shutOutIn(desired: Desired, change: Change): ShutOut | null {
  if (desired.spec.allowListFrom === undefined) return null;
  const [from, to] = [change.from, change.to] as readonly [readonly string[], readonly string[]];
  if (to.length === 0)
    return {
      admit: null,
      shut: change,
      loses: `${NO_ADDRESS}; spec.allowListFrom selects no address`,
    };
  const strayed = strayedFrom(desired).filter((address) => !to.includes(address));
  const had = new Set([...from, ...strayed]).size;
  if (strayed.length * 2 <= had || !strayed.some((address) => from.includes(address))) return null;
  const both = canonicalList([...from, ...to]);
  const loses = `connections from ${strayed.length} of the ${had} addresses of the list, which spec.allowListFrom no longer selects`;
  return {
    admit: same(both, from) ? null : { ...change, to: both },
    shut: { ...change, from: both },
    loses,
  };
}

const strayedFrom = ({ strayed }: Desired): readonly string[] =>
  canonicalList(
    (strayed?.['allowListFrom.instanceSelector'] ?? []).filter((one) => typeof one === 'string'),
  ).filter((address) => !address.includes(':'));

/** A change of the allow list while a reference is unresolved. */
export interface Kept {
  /** The immediate part of the change; null: none. */
  readonly change: Change | null;
  readonly waits: readonly Step[];
}

/** Keeps every single address that may be the value of an unresolved reference, unless no instance
 *  of the account has it. Such an address may soon belong to a stranger, and is removed. Ranges are
 *  removed too: no reference leads to them. */
export function keepPossible(
  desired: Desired,
  change: Change,
  { instances }: Observed['details'],
): Kept {
  const unresolved = unresolvedIn(desired);
  if (unresolved === undefined) return { change, waits: [] };
  const [from, to] = [change.from, change.to] as readonly [readonly string[], readonly string[]];
  const machines = instances && new Set(canonicalList(instances.flatMap(({ ipv4 }) => ipv4)));
  const kept = leavingOf(from, to).filter((address) => machines?.has(address) !== false);
  if (kept.length === 0) return { change, waits: [] };
  const list = canonicalList([...to, ...kept]);
  const which = kept.length === 1 ? 'the address' : `the ${kept.length} addresses`;
  const waits = [
    waitForReference(
      `${unresolved}; until then the allow list keeps ${which} that the spec no longer lists`,
    ),
  ];
  return { change: same(list, from) ? null : { ...change, to: list }, waits };
}

/** Reports whether the addresses of the account's instances are required. */
export function asksForInstances(desired: Desired, item: MySqlDatabase): boolean {
  const wanted = databaseWants(desired)['allowList'] as readonly string[] | undefined;
  if (unresolvedIn(desired) === undefined || wanted === undefined) return false;
  return leavingOf(canonicalList(item.allow_list), wanted).length > 0;
}

const unresolvedIn = ({ unresolved }: Desired): string | undefined =>
  unresolved?.['allowListFrom.addresses'];

/** Returns the single addresses that a list loses. */
const leavingOf = (from: readonly string[], to: readonly string[]): readonly string[] =>
  from.filter((address) => address.endsWith('/32') && !to.includes(address));
