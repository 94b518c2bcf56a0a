import { LIMITS } from '../../engine/ports/limits.ts';
import { KINDS } from '../../kinds/index.ts';
import { type Connection, connect } from '../../kube/connect.ts';
import type { KubeObserver } from '../../kube/observer.ts';
import { resourceOf } from '../../kube/resources.ts';
import type { Watching } from '../../kube/watching.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { FIELD_MANAGER } from '../../model/group.ts';
import { titleOf } from '../../model/object-key.ts';
import { leaseOf } from '../../operator/leadership.ts';
import type { UninstallConfig } from './config.ts';

/** A cluster under this process's Lease: no operator that takes part in the election acts while it
 *  is open. */
export interface TakenOver {
  readonly cluster: Watching['cluster'];
  readonly close: () => Promise<void>;
}

const SYNC_MS = 60_000;
/** Time in which a stopped operator may still hold its Lease. */
const STOPPED_MS = 2 * LIMITS.leaseMs;

/** Lists the objects, and acquires the operator's Lease. @returns a failure as one sentence: an
 *  operator runs, or the cluster is unreachable */
export async function takeOver(config: UninstallConfig): Promise<Result<TakenOver, string>> {
  const { kubeconfig, namespaces, leaseNamespace } = config;
  const troubles: string[] = [];
  const connection = await connect({ kubeconfig, observer: listenTo(troubles) });
  if (!connection.ok) return fail(connection.failure.detail);
  const kube = connection.value;
  const watching = kube.watch({
    kinds: KINDS.map(resourceOf),
    namespaces,
    ownNamespace: leaseNamespace,
    reporter: FIELD_MANAGER,
    onObject: () => {},
    onSecret: () => {},
  });
  const problem = await standIn(kube, watching, config, troubles);
  if (problem === null) return ok({ cluster: watching.cluster, close: () => kube.stop() });
  await kube.stop();
  return fail(problem);
}

async function standIn(
  kube: Connection,
  watching: Watching,
  { leaseNamespace: namespace, class: of }: UninstallConfig,
  troubles: readonly string[],
): Promise<string | null> {
  const name = leaseOf(of);
  const last = (): string => (troubles.length === 0 ? '' : ` (${troubles.at(-1)})`);
  if (!(await within(SYNC_MS, watching.synced)))
    return `the objects cannot be listed at ${kube.host}${last()}`;
  const holders: string[] = [];
  const leading = new Promise<void>((resolve) => {
    kube.elect({
      namespace,
      name,
      gained: resolve,
      lost: () => {},
      waits: (holder) => void holders.push(holder),
    });
  });
  if (await within(STOPPED_MS, leading)) return runningUnelected(kube, of);
  const how =
    'scale it to zero replicas first, or name the namespace of its Lease with --lease-namespace';
  const who = holders.length === 0 ? '' : ` (${holders.join()})`;
  return `an operator leads${who}, or the ${titleOf({ kind: 'Lease', namespace, name })} cannot be taken: ${how}${last()}`;
}

/** A renewed Lease has a new version after this time. */
const RENEWED_MS = 5_000;

/** Detects an operator without --leader-elect by its renewed Lease in any namespace. Ignores other
 *  classes. Detects nothing where Leases cannot be listed. @returns one sentence, or null */
async function runningUnelected(kube: Connection, of: string | null): Promise<string | null> {
  const before = await kube.unelected();
  if (!before.ok || !before.value.some(({ lease }) => classIn(lease) === of)) return null;
  await new Promise((resolve) => setTimeout(resolve, RENEWED_MS));
  const after = await kube.unelected();
  if (!after.ok) return null;
  const alive = after.value
    .filter(({ lease }) => classIn(lease) === of)
    .find((now) =>
      before.value.some((then) => then.lease === now.lease && then.version !== now.version),
    );
  return alive === undefined
    ? null
    : `an operator runs without --leader-elect (${alive.holder}, which renews the Lease ${alive.lease}): stop it first`;
}

/** Returns the class in the name of a Lease: the part after its dot. */
const classIn = (lease: string): string | null => /\.([^./]+)$/.exec(lease)?.[1] ?? null;

async function within(ms: number, what: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  const isSo = await Promise.race([what.then(() => true), late]);
  clearTimeout(timer);
  return isSo;
}

const listenTo = (troubles: string[]): KubeObserver => ({
  requested: () => {},
  watchEnded: ({ why, detail }) => {
    if (why === 'failed') troubles.push(detail);
  },
  listenerFailed: (error) => troubles.push(String(error)),
  eventsLost: () => {},
  placeUnknown: () => {},
  leaseFailed: ({ detail }) => troubles.push(detail),
});
