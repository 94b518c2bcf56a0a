import { pino } from 'pino';
import { KINDS } from '../../../src/kinds/index.ts';
import { OPERATION } from '../../../src/model/operation.ts';
import { collectGauges } from '../../../src/telemetry/gauges.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { cloudObserverOf, kubeObserverOf, telemetryOf } from '../../../src/telemetry/observers.ts';
import { collectProcess } from '../../../src/telemetry/process-gauges.ts';
import { World } from '../../support/world.ts';
import type { WorldOptions } from '../../support/world-options.ts';

/** An installation in memory with the metrics of a real operator. */
export interface Measured {
  readonly world: World;
  readonly scrape: () => Promise<string>;
}

const NAMES = KINDS.map(({ kind }) => kind);

/** Builds such an installation, with simulated events of the missing Kubernetes adapter. */
export function measured(options: Partial<WorldOptions> = {}): Measured {
  const metrics = createMetrics({ version: '1.2.3', kinds: NAMES });
  const log = pino({ level: 'silent' });
  const world = new World({
    kinds: KINDS,
    limits: 'off',
    observer: cloudObserverOf(log, metrics),
    ...options,
  });
  const kube = kubeObserverOf(log, metrics);
  kube.requested({ code: '200', method: 'GET', host: '10.0.0.1:443' });
  kube.watchEnded({ plural: 'volumes', namespace: null, why: 'closed', detail: '' });
  const telemetry = telemetryOf(log, metrics);
  collectProcess(metrics);
  collectGauges(metrics, gaugesOf(world));
  let told = 0;
  return {
    world,
    scrape: async () => {
      for (const pass of world.passes.slice(told)) telemetry.pass(pass);
      told = world.passes.length;
      return (await metrics.text()).text;
    },
  };
}

const WATCH = {
  plural: 'volumes',
  namespace: null,
  synced: true,
  sinceLastSeenMs: 30_000,
  triedMs: 30_000,
  restarts: 0,
};

/** Returns the sources of the gauges of an operator in a world. */
const gaugesOf = (world: World): Parameters<typeof collectGauges>[1] => ({
  kinds: NAMES,
  lease: 'cloudinfra-operator',
  cluster: world.cluster,
  cloud: { gauges: () => world.gauges?.cloud.gauges() ?? NO_CLOUD },
  watch: () => ({
    synced: true,
    alive: true,
    reflectors: [WATCH, { ...WATCH, namespace: 'other', sinceLastSeenMs: null, triedMs: 70_000 }],
  }),
  activity: () => world.gauges?.activity ?? null,
  brakes: () =>
    (world.gauges?.cloud.gauges().sweeps ?? []).map(({ account }) => ({
      account,
      kind: 'Volume',
      counted: 1,
      limit: 20,
    })),
  controllers: new Map([...NAMES.map((kind) => [kind, 200] as const), [OPERATION.kind, 20]]),
  now: () => world.time.now(),
});

const NO_CLOUD = {
  budgets: [],
  observations: [],
  sweeps: [],
  credentials: { accepted: 0, refused: 0 },
};
