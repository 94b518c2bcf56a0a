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

/** Counts the objects of each kind by what their conditions say, and finds those that are waited
 *  for longest. */
export function countObjects(metrics: Metrics, { kinds, cluster, now }: Counted): void {
  metrics.unsynced.reset();
  const reasons = new Set<string>();
  for (const kind of kinds) {
    const objects = cluster.all(kind);
    countConditions(metrics, kind, objects);
    countReasons(metrics, kind, objects, reasons);
    metrics.notReadySeconds.set({ kind }, longest(objects, now(), notReadySince));
    metrics.deletingSeconds.set({ kind }, longest(objects, now(), deletedSince));
  }
}

function countConditions(metrics: Metrics, kind: string, objects: readonly KubeObject[]): void {
  for (const condition of CONDITIONS) {
    const statuses = objects.map(
      (object) =>
        conditionOf(object, condition)?.status ?? (condition === 'Stalled' ? 'False' : 'Unknown'),
    );
    for (const status of STATUSES)
      metrics.objects.set(
        { kind, condition, status },
        statuses.filter((one) => one === status).length,
      );
  }
}

/** @param told reasons that are labels already: there are never more than a few dozen */
function countReasons(
  metrics: Metrics,
  kind: string,
  objects: readonly KubeObject[],
  told: Set<string>,
): void {
  const reasons = objects.flatMap((object) => reasonOf(object) ?? []);
  for (const [reason, all] of Map.groupBy(reasons, (one) => labelOf(one, told)))
    metrics.unsynced.set({ kind, reason }, all.length);
  for (const [reason, why] of Object.entries(HELD))
    metrics.plansHeld.set({ kind, why }, reasons.filter((one) => one === reason).length);
}

function labelOf(reason: string, told: Set<string>): string {
  if (!REASON.test(reason) || (!told.has(reason) && told.size >= MOST_REASONS)) return 'Other';
  told.add(reason);
  return reason;
}

/** Seconds since the earliest of the times (milliseconds); 0 where there is none. */
function longest(
  objects: readonly KubeObject[],
  now: number,
  since: (object: KubeObject) => number | null,
): number {
  const times = objects
    .flatMap((object) => since(object) ?? [])
    .filter((time) => Number.isFinite(time));
  return times.length === 0
    ? 0
    : Math.max(0, (now - times.reduce((a, b) => Math.min(a, b))) / 1_000);
}

function notReadySince(object: KubeObject): number | null {
  if (object.metadata.deletionTimestamp !== undefined || CHOSEN.includes(reasonOf(object) ?? ''))
    return null;
  const ready = conditionOf(object, 'Ready');
  if (ready?.status === 'True') return null;
  return Date.parse(ready?.lastTransitionTime ?? object.metadata.creationTimestamp ?? '');
}

const deletedSince = ({ metadata }: KubeObject): number | null =>
  metadata.deletionTimestamp === undefined ? null : Date.parse(metadata.deletionTimestamp);

/** Why the object is not in sync; undefined where it is, or nobody knows. */
function reasonOf(object: KubeObject): string | undefined {
  const synced = conditionOf(object, 'Synced');
  return synced?.status === 'False' ? synced.reason : undefined;
}

function conditionOf({ status }: KubeObject, type: string): Condition | undefined {
  const { conditions } = (status ?? {}) as { readonly conditions?: readonly Condition[] };
  return conditions?.find((one) => one.type === type);
}
