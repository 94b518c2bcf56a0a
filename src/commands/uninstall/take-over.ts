import { KINDS } from '../../kinds/index.ts';
import { type Connection, connect } from '../../kube/connect.ts';
import type { KubeObserver } from '../../kube/observer.ts';
import { resourceOf } from '../../kube/resources.ts';
import type { Watching } from '../../kube/watching.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { LEASE_NAME } from '../../operator.ts';
import type { UninstallConfig } from './config.ts';

/** A cluster in the place of its operator: as long as this stands, none that takes part in the election does anything. */
export interface TakenOver {
  readonly cluster: Watching['cluster'];
  readonly close: () => Promise<void>;
}

const SYNC_MS = 60_000;
/** An operator that was ended a moment ago may not have let its Lease go. */
const LEASE_MS = 30_000;

/** Lists what there is, and takes the operator's Lease. @returns one sentence when it does not come to that: an operator runs, or the cluster cannot be reached */
export async function takeOver({ kubeconfig, namespaces, leaseNamespace }: UninstallConfig): Promise<Result<TakenOver, string>> {
  const troubles: string[] = [];
  const connection = await connect({ kubeconfig, observer: listenTo(troubles) });
  if (!connection.ok) return fail(connection.failure.detail);
  const kube = connection.value;
  const watching = kube.watch({
    kinds: KINDS.map(resourceOf),
    namespaces,
    ownNamespace: leaseNamespace,
    onObject: () => {},
    onSecret: () => {},
  });
  const problem = await standIn(kube, watching, leaseNamespace, troubles);
  if (problem === null) return ok({ cluster: watching.cluster, close: () => kube.stop() });
  await kube.stop();
  return fail(problem);
}

async function standIn(kube: Connection, watching: Watching, namespace: string, troubles: readonly string[]): Promise<string | null> {
  const last = (): string => (troubles.length === 0 ? '' : ` (${troubles.at(-1)})`);
  if (!(await within(SYNC_MS, watching.synced))) return `the objects cannot be listed at ${kube.host}${last()}`;
  const holders: string[] = [];
  const leading = new Promise<void>((resolve) => {
    kube.elect({ namespace, name: LEASE_NAME, gained: resolve, lost: () => {}, waits: (holder) => void holders.push(holder) });
  });
  if (await within(LEASE_MS, leading)) return runningUnelected(kube);
  const how = 'scale it to no replicas first, or name the namespace of its Lease with --lease-namespace';
  const who = holders.length === 0 ? '' : ` (${holders.join()})`;
  return `an operator leads${who}, or the Lease ${namespace}/${LEASE_NAME} cannot be taken: ${how}${last()}`;
}

/** A Lease that is renewed has a new version after this long. */
const RENEWED_MS = 5_000;

/** An operator without --leader-elect renews a Lease, wherever that is. Where Leases cannot be listed, nothing is known. @returns one sentence, or null */
async function runningUnelected(kube: Connection): Promise<string | null> {
  const before = await kube.unelected();
  if (!before.ok || before.value.length === 0) return null;
  await new Promise((resolve) => setTimeout(resolve, RENEWED_MS));
  const after = await kube.unelected();
  if (!after.ok) return null;
  const alive = after.value.find((now) => before.value.some((then) => then.lease === now.lease && then.version !== now.version));
  return alive === undefined
    ? null
    : `an operator runs without --leader-elect (${alive.holder}, which renews the Lease ${alive.lease}): stop it first`;
}

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
  leaseFailed: ({ detail }) => troubles.push(detail),
});
