import { setImmediate as turn } from 'node:timers/promises';
import type { Cluster, KubeObject } from '../engine/ports/cluster.ts';
import type { Condition } from '../model/common-status.ts';
import type { Metrics } from './metrics.ts';

/** The objects to count, and the clock (milliseconds since the epoch). */
interface Counted {
  readonly kinds: readonly string[];
  readonly cluster: Pick<Cluster, 'all'>;
  readonly now: () => number;
}

const CONDITIONS = ['Ready', 'Synced', 'Stalled'] as const;
const STATUSES = ['True', 'False', 'Unknown'] as const;

/** Labels of held plans, by the reason of Synced. */
const HELD: Readonly<Record<string, string>> = {
  ConsentRequired: 'ConsentRequired',
  Preview: 'Preview',
  Held: 'Brake',
};
/** Reasons that a user chose, so that their objects do not count as waiting. */
const CHOSEN: readonly string[] = ['Paused', 'Preview'];
/** Matches the project's reasons. Another text comes from another writer and must not become a
 *  label. */
const REASON = /^[A-Z][A-Za-z]{1,30}$/;
const MOST_REASONS = 40;

/** Number of objects counted before the event loop runs. */
export const AT_ONCE = 1_000;

/** The counts of one kind. */
interface Tally {
  /** Counts by `Condition/Status`. */
  readonly conditions: Map<string, number>;
  /** Counts by the reason that objects are not in sync. */
  readonly reasons: Map<string, number>;
  /** The earliest times (milliseconds); infinite where there is none. */
  notReadySince: number;
  deletedSince: number;
}

/** Counts the objects of each kind by their conditions, and finds the longest waits. Updates all
 *  gauges together at the end. */
export async function countObjects(
  metrics: Metrics,
  { kinds, cluster, now }: Counted,
): Promise<void> {
  const tallies: (readonly [kind: string, Tally])[] = [];
  for (const kind of kinds) tallies.push([kind, await tallyOf(cluster.all(kind))]);
  metrics.unsynced.reset();
  const reported = new Set<string>();
  for (const [kind, tally] of tallies) {
    showConditions(metrics, kind, tally);
    showReasons(metrics, kind, tally, reported);
    metrics.notReadySeconds.set({ kind }, secondsFrom(tally.notReadySince, now()));
    metrics.deletingSeconds.set({ kind }, secondsFrom(tally.deletedSince, now()));
  }
}

async function tallyOf(objects: readonly KubeObject[]): Promise<Tally> {
  const tally: Tally = {
    conditions: new Map(),
    reasons: new Map(),
    notReadySince: Number.POSITIVE_INFINITY,
    deletedSince: Number.POSITIVE_INFINITY,
  };
  for (const [n, object] of objects.entries()) {
    if (n > 0 && n % AT_ONCE === 0) await turn();
    count(tally, object);
  }
  return tally;
}

function count(tally: Tally, { status, metadata }: KubeObject): void {
  const { conditions = [] } = (status ?? {}) as { readonly conditions?: readonly Condition[] };
  const [ready, synced, stalled] = CONDITIONS.map((type) =>
    conditions.find((one) => one.type === type),
  );
  add(tally.conditions, `Ready/${ready?.status ?? 'Unknown'}`);
  add(tally.conditions, `Synced/${synced?.status ?? 'Unknown'}`);
  add(tally.conditions, `Stalled/${stalled?.status ?? 'False'}`);
  const reason = synced?.status === 'False' ? synced.reason : undefined;
  if (reason !== undefined) add(tally.reasons, reason);
  const { deletionTimestamp, creationTimestamp } = metadata;
  if (deletionTimestamp !== undefined)
    tally.deletedSince = earlier(tally.deletedSince, deletionTimestamp);
  else if (ready?.status !== 'True' && !CHOSEN.includes(reason ?? ''))
    tally.notReadySince = earlier(
      tally.notReadySince,
      ready?.lastTransitionTime ?? creationTimestamp ?? '',
    );
}

const add = (counts: Map<string, number>, of: string): void =>
  void counts.set(of, (counts.get(of) ?? 0) + 1);

/** Returns the earlier of two times; ignores an invalid one. */
function earlier(known: number, text: string): number {
  const time = Date.parse(text);
  return Number.isFinite(time) ? Math.min(known, time) : known;
}

function showConditions(metrics: Metrics, kind: string, { conditions }: Tally): void {
  for (const condition of CONDITIONS)
    for (const status of STATUSES)
      metrics.objects.set(
        { kind, condition, status },
        conditions.get(`${condition}/${status}`) ?? 0,
      );
}

/** @param told reasons that have a label: at most a few dozen */
function showReasons(
  metrics: Metrics,
  kind: string,
  { reasons }: Tally,
  reported: Set<string>,
): void {
  for (const [reason, many] of reasons)
    metrics.unsynced.inc({ kind, reason: labelOf(reason, reported) }, many);
  for (const [reason, why] of Object.entries(HELD))
    metrics.plansHeld.set({ kind, why }, reasons.get(reason) ?? 0);
}

function labelOf(reason: string, reported: Set<string>): string {
  if (!REASON.test(reason) || (!reported.has(reason) && reported.size >= MOST_REASONS))
    return 'Other';
  reported.add(reason);
  return reason;
}

/** Returns the seconds since a time (milliseconds); 0 where there is none. */
const secondsFrom = (since: number, now: number): number =>
  since === Number.POSITIVE_INFINITY ? 0 : Math.max(0, (now - since) / 1_000);
