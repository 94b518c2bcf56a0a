import { createCloud } from '../cloud/cloud.ts';
import type { RunConfig } from '../config/config.ts';
import { Engine } from '../engine/engine.ts';
import { OPERATION_WORKERS } from '../engine/operations/operations-controller.ts';
import type { Cluster } from '../engine/ports/cluster.ts';
import { DEFAULT_SETTINGS } from '../engine/term/environment.ts';
import { type Self, serves } from '../engine/term/operator-identity.ts';
import { KINDS } from '../kinds/index.ts';
import { connect } from '../kube/connect.ts';
import { resourceOf } from '../kube/resources.ts';
import type { Watching } from '../kube/watching.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { FIELD_MANAGER, inClass } from '../model/group.ts';
import { namespacedName } from '../model/object-key.ts';
import { OPERATION } from '../model/operation.ts';
import { collectGauges } from '../telemetry/gauges.ts';
import type { Log } from '../telemetry/log.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { cloudObserverOf, kubeObserverOf, telemetryOf } from '../telemetry/observers.ts';
import { collectProcess } from '../telemetry/process-gauges.ts';
import { eventLoopTurns } from './event-loop-turns.ts';
import { lead, leaseNameFor } from './leadership.ts';
import { ownCredentialOf } from './own-credential.ts';
import { newPassword } from './password.ts';
import { liveness, readiness } from './probes.ts';
import { type Server, startServer } from './server.ts';
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
  const service = { ...serviceOf(config), fence: () => kube.mayWrite() };
  const observer = cloudObserverOf(log, metrics);
  const cloud = createCloud({ ...service, observer }, { turns: around.turns });
  const watching = kube.watch({
    ...watchedBy(config),
    onObject: (before, after) => terms.engine()?.onObject(before, after),
    onSecret: (readers) => terms.engine()?.onSecret(readers),
  });
  const { cluster } = watching;
  const outside = { ...around, cloud, cluster, telemetry: telemetryOf(log, metrics) };
  const terms = createTerms(() => new Engine(KINDS, outside, timerAlarm));
  cloud.onChange((change) => terms.engine()?.onCloudChange(change));
  collectProcess(metrics);
  const watch = () => watching.health();
  const shown = shownOf(config, cluster);
  collectGauges(metrics, { ...leadershipGauges(terms), ...shown, cloud, watch });
  const server = await serve(config.listen, probesOf(watching, terms), metrics.text);
  if (!server.ok) {
    await kube.stop();
    return server;
  }
  void watching.synced.then(() => lead(config, kube, terms, log));
  const stop = async (): Promise<void> => {
    await terms.end();
    await cloud.close();
    await kube.stop();
    await server.value.close();
  };
  return ok({ url: server.value.url, stop });
}

const probesOf = (watching: Watching, terms: Terms<Engine>) => ({
  live: () => liveness(watching.health(), terms.engine()?.activity() ?? null),
  ready: () => readiness(watching.health()),
});

async function serve(
  listen: RunConfig['listen'],
  probes: ReturnType<typeof probesOf>,
  metrics: Metrics['text'],
): Promise<Result<Server, StartProblem>> {
  try {
    return ok(await startServer({ ...listen, ...probes, metrics }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail({ message: `cannot listen on ${listen.host}:${listen.port}: ${why}` });
  }
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
const leadershipGauges = (terms: Terms<Engine>) => ({
  kinds: KIND_NAMES,
  activity: () => terms.engine()?.activity() ?? null,
  brakes: () => terms.engine()?.brakes() ?? [],
  controllers: new Map([
    ...KIND_NAMES.map((kind) => [kind, DEFAULT_SETTINGS.workers] as const),
    [OPERATION.kind, OPERATION_WORKERS],
  ]),
  now: () => Date.now(),
});

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
