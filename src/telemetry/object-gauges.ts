import { setImmediate as turn } from 'node:timers/promises';
import type { Cluster, KubeObject } from '../engine/ports/cluster.ts';
import type { Condition } from '../model/common-status.ts';
import type { Metrics } from './metrics.ts';

/** What there is to count, and by which clock (milliseconds since the epoch). */
interface Counted {
  readonly kinds: readonly string[];
  readonly cluster: Pick<Cluster, 'all'>;
  readonly now: () => number;
}

const CONDITIONS = ['Ready', 'Synced', 'Stalled'] as const;
const STATUSES = ['True', 'False', 'Unknown'] as const;

/** Why a plan is held, by the reason that Synced gives. */
const HELD: Readonly<Record<string, string>> = {
  ConsentRequired: 'ConsentRequired',
  Preview: 'Preview',
  Held: 'Brake',
};
/** What somebody chose, and what therefore is not waited for. */
const CHOSEN: readonly string[] = ['Paused', 'Preview'];
/** A word as this project writes its reasons. What is none, somebody else wrote: it must not become
 *  a label. */
const REASON = /^[A-Z][A-Za-z]{1,30}$/;
const MOST_REASONS = 40;

/** So many objects are counted before the event loop has its turn. */
export const AT_ONCE = 1_000;

/** What there is of one kind. */
interface Tally {
  /** By `Condition/Status`. */
  readonly conditions: Map<string, number>;
  /** Why objects are not in sync. */
  readonly reasons: Map<string, number>;
  /** The earliest times (milliseconds); infinite where there is none. */
  notReadySince: number;
  deletedSince: number;
}

/** Counts the objects of each kind by what their conditions say, and finds those that are waited
 *  for longest. The gauges change together, once all is counted. */
export async function countObjects(
  metrics: Metrics,
  { kinds, cluster, now }: Counted,
): Promise<void> {
  const tallies: (readonly [kind: string, Tally])[] = [];
  for (const kind of kinds) tallies.push([kind, await tallyOf(cluster.all(kind))]);
  metrics.unsynced.reset();
  const told = new Set<string>();
  for (const [kind, tally] of tallies) {
    showConditions(metrics, kind, tally);
    showReasons(metrics, kind, tally, told);
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

/** The earlier of two times; a text that is no time counts for nothing. */
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

/** @param told reasons that are labels already: there are never more than a few dozen */
function showReasons(metrics: Metrics, kind: string, { reasons }: Tally, told: Set<string>): void {
  for (const [reason, many] of reasons)
    metrics.unsynced.inc({ kind, reason: labelOf(reason, told) }, many);
  for (const [reason, why] of Object.entries(HELD))
    metrics.plansHeld.set({ kind, why }, reasons.get(reason) ?? 0);
}

function labelOf(reason: string, told: Set<string>): string {
  if (!REASON.test(reason) || (!told.has(reason) && told.size >= MOST_REASONS)) return 'Other';
  told.add(reason);
  return reason;
}

/** Seconds since a time (milliseconds); 0 where there is none. */
const secondsFrom = (since: number, now: number): number =>
  since === Number.POSITIVE_INFINITY ? 0 : Math.max(0, (now - since) / 1_000);
