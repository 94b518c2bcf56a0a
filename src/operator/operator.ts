import { createCloud } from '../cloud/cloud.ts';
import type { RunConfig } from '../config/config.ts';
import { Engine } from '../engine/engine.ts';
import type { Cluster } from '../engine/ports/cluster.ts';
import { DEFAULT_SETTINGS } from '../engine/term/environment.ts';
import { type Self, serves } from '../engine/term/operator-identity.ts';
import { KINDS } from '../kinds/index.ts';
import { type Connection, connect } from '../kube/connect.ts';
import { resourceOf } from '../kube/resources.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { fingerprint } from '../model/fingerprint.ts';
import { FIELD_MANAGER, inClass } from '../model/group.ts';
import { namespacedName } from '../model/object-key.ts';
import { OPERATION } from '../model/operation.ts';
import { collectGauges } from '../telemetry/gauges.ts';
import type { Log } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { cloudObserverOf, kubeObserverOf, telemetryOf } from '../telemetry/observers.ts';
import { collectProcess } from '../telemetry/process-gauges.ts';
import { eventLoopTurns } from './event-loop-turns.ts';
import { ownCredentialOf } from './own-credential.ts';
import { newPassword } from './password.ts';
import { liveness, readiness } from './probes.ts';
import { startServer } from './server.ts';
import { createTerms, type Terms } from './term.ts';
import { timerAlarm } from './timer-alarm.ts';
import { VERSION } from './version.ts';

/** A running operator. */
export interface Operator {
  /** Address of probes and metrics. */
  readonly url: string;
  /** Starts nothing new, drains work in flight, and releases the lease. */
  stop(): Promise<void>;
}

/** A problem of the environment, as one sentence for the user who started the operator. */
export interface StartProblem {
  readonly message: string;
}

/** Returns the name of the Lease that the replicas of a class share. */
export const leaseOf = (of: string | null): string => inClass(FIELD_MANAGER, of);
const KIND_NAMES = KINDS.map(({ kind }) => kind);

/** Builds the operator and starts it: two adapters, one engine per term of leadership, one server
 *  for probes and metrics. */
export async function startOperator(
  config: RunConfig,
  log: Log,
): Promise<Result<Operator, StartProblem>> {
  const metrics = createMetrics({ version: VERSION, kinds: KIND_NAMES });
  const connection = await connect({
    kubeconfig: config.kubeconfig,
    observer: kubeObserverOf(log, metrics),
    turns: eventLoopTurns(),
  });
  if (!connection.ok) return fail({ message: connection.failure.detail });
  const kube = connection.value;
  const around = surroundingsOf(config);
  const fence = () => kube.mayWrite();
  const cloud = createCloud(
    { ...serviceOf(config), fence, observer: cloudObserverOf(log, metrics) },
    { turns: around.turns },
  );
  const watching = kube.watch({
    ...watchedBy(config),
    onObject: (before, after) => terms.engine()?.onObject(before, after),
    onSecret: (readers) => terms.engine()?.onSecret(readers),
  });
  const outside = {
    ...around,
    cloud,
    cluster: watching.cluster,
    telemetry: telemetryOf(log, metrics),
  };
  const terms = createTerms(() => new Engine(KINDS, outside, timerAlarm));
  cloud.onChange((change) => terms.engine()?.onCloudChange(change));
  collectProcess(metrics);
  collectGauges(metrics, {
    ...standing(terms),
    ...shownOf(config, watching.cluster),
    cloud,
    watch: () => watching.health(),
  });
  const probes = {
    live: () => liveness(watching.health(), terms.engine()?.activity() ?? null),
    ready: () => readiness(watching.health()),
  };
  const server = await startServer({ ...config.listen, ...probes, metrics: metrics.text }).catch(
    (error: Error) => error,
  );
  if (server instanceof Error) {
    await kube.stop();
    return fail({
      message: `cannot listen on ${config.listen.host}:${config.listen.port}: ${server.message}`,
    });
  }
  void watching.synced.then(() => lead(config, kube, terms, log));
  const stop = async (): Promise<void> => {
    await terms.end();
    await cloud.close();
    await kube.stop();
    await server.close();
  };
  return ok({ url: server.url, stop });
}

const serviceOf = ({ apiUrl, allowedHosts, pollMs }: RunConfig) => ({
  baseUrl: apiUrl,
  allowedHosts,
  pollMs,
  userAgent: `cloudinfra-operator/${VERSION}`,
});

const watchedBy = ({ namespaces, leaseNamespace, class: of }: RunConfig) => ({
  kinds: [...KINDS, OPERATION].map(resourceOf),
  namespaces,
  ownNamespace: leaseNamespace,
  reporter: inClass(FIELD_MANAGER, of),
});

/** Returns the objects for the gauges: those of this operator's class. */
function shownOf(config: RunConfig, cluster: Cluster) {
  const self = selfOf(config);
  const all = (kind: string) => cluster.all(kind).filter((object) => serves(self, object));
  return { lease: leaseNameFor(config), cluster: { all } };
}

/** Returns the state of this term for the gauges. */
const standing = (terms: Terms<Engine>) => ({
  kinds: KIND_NAMES,
  activity: () => terms.engine()?.activity() ?? null,
  brakes: () => terms.engine()?.brakes() ?? [],
  workers: DEFAULT_SETTINGS.workers,
  now: () => Date.now(),
});

/** Starts work once every store has synced: at once, or whenever this process leads. */
function lead(config: RunConfig, kube: Connection, terms: Terms<Engine>, log: Log): void {
  const gained = (): void => {
    log.info({ host: kube.host }, 'leading');
    void terms.begin();
  };
  const lost = (): void => {
    log.warn({ host: kube.host }, 'no longer leading');
    void terms.end();
  };
  const lease = { namespace: config.leaseNamespace, name: leaseNameFor(config) };
  if (config.leaderElect) kube.elect({ ...lease, gained, lost });
  else announce(lease, kube, gained, log);
}

/** Without an election: waits for an existing operator, and holds a Lease by which others see this
 *  one. */
function announce(
  lease: { readonly namespace: string; readonly name: string },
  kube: Connection,
  begins: () => void,
  log: Log,
): void {
  kube.announce({
    ...lease,
    begins,
    waits: (holder) =>
      log.warn(
        { holder, lease },
        'waits until another operator has ended: stop it, or name another --lease-namespace',
      ),
    unseen: (detail) =>
      log.warn(
        { detail, lease },
        'no Lease can be written there: another operator and uninstall do not see this one',
      ),
  });
}

/** Returns the name of the Lease: each class has its own, and without an election also each set of
 *  namespaces. */
function leaseNameFor({ class: of, leaderElect, namespaces }: RunConfig): string {
  if (leaderElect || namespaces === null) return leaseOf(of);
  return inClass(
    `${FIELD_MANAGER}-${namespaces.length === 1 ? namespaces[0] : fingerprint(namespaces.toSorted())}`,
    of,
  );
}

const selfOf = (config: RunConfig): Self => ({
  name: namespacedName({ namespace: config.leaseNamespace, name: leaseNameFor(config) }),
  class: config.class,
});

const surroundingsOf = (config: RunConfig) => ({
  self: selfOf(config),
  clock: { now: () => Date.now(), elapsed: () => performance.now() },
  turns: eventLoopTurns(),
  settings: { ...DEFAULT_SETTINGS, brake: config.brake, listingLagMs: config.listingLagMs },
  random: () => Math.random(),
  password: newPassword,
  ownCredential: ownCredentialOf(config),
});
