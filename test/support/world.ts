import { createSimulator, type Simulator } from '../../simulator/simulator.ts';
import type { CloudAdapter } from '../../src/cloud/cloud.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import type { PassRecord } from '../../src/engine/ports/telemetry.ts';
import type { Condition } from '../../src/model/common-status.ts';
import { cloudOn } from './cloud-on.ts';
import { LocalClock } from './local-clock.ts';
import { MemoryCluster } from './memory-cluster.ts';
import { type Life, limited, mortal } from './mortal.ts';
import { Outsider } from './outsider.ts';
import { seededRandom } from './seeded-random.ts';
import { VirtualTime } from './virtual-time.ts';
import { type Watch, watchedBy } from './watch.ts';
import { Wire } from './wire.ts';
import { engineOn } from './world-engine.ts';
import type { View, WorldOptions } from './world-options.ts';

/** A whole installation in one process and in virtual time: the simulator, the cloud adapter, an
 *  API server in memory, the engine. */
export class World {
  readonly time: VirtualTime;
  /** The operator's clock. */
  readonly clock: LocalClock;
  readonly cluster: MemoryCluster;
  readonly service: Simulator;
  readonly passes: PassRecord[] = [];
  /** The transport from the operator to the service, for tests that count or disturb. */
  readonly wire: Wire;
  /** Another user of the account. */
  readonly outsider: Outsider;
  /** The owner of the second account, which the token `other` opens. */
  readonly neighbour: Outsider;
  /** Unexpected exceptions. */
  readonly bugs: unknown[] = [];
  /** Watches of each started operator. */
  readonly watches: Watch[] = [];
  readonly #options: WorldOptions;
  readonly #random = seededRandom(7);
  #cloud: CloudAdapter | null = null;
  #engine: Engine | null = null;
  #unlisten = (): void => undefined;
  #life: Life = { alive: false, fate: () => 'live' };
  fate: Life['fate'] = () => 'live';

  /** @param like a world to copy, without its operator */
  constructor(options: WorldOptions, like?: World) {
    this.#options = options;
    const { over, beside = over, seed = 1, dialect = 'recorded', limits = 'scaled' } = options;
    this.time = beside?.time ?? new VirtualTime(like?.time.now());
    this.clock = new LocalClock(this.time);
    this.cluster =
      over?.cluster ??
      new MemoryCluster(
        () => this.time.now(),
        options.kinds,
        like?.cluster,
        options.beside && '9000',
      );
    const settings = {
      clock: this.time,
      seed,
      dialect,
      limits,
      origin: 'http://127.0.0.1:9000',
    } as const;
    this.service =
      beside?.service ??
      createSimulator({
        ...settings,
        ...(like && { world: structuredClone(like.service.world()) }),
      });
    this.wire = new Wire(this.service);
    // Other users have a simulator of their own on the same account: faults affect the operator
    // alone.
    const at = (owner: 'admin' | 'other') =>
      new Outsider(createSimulator({ ...settings, world: this.service.world() }), owner);
    [this.outsider, this.neighbour] = [at('admin'), at('other')];
  }

  /** Copies the world in its current state, including the time, without a running operator. */
  fork(changes: Partial<WorldOptions> = {}): World {
    return new World({ ...this.#options, ...changes }, this);
  }

  /** Starts an operator on the current state. */
  start(): void {
    const life: Life = { alive: true, fate: (what) => this.fate(what) };
    const tuning = { time: this.clock.adapterTime, ...this.#options.tuning };
    const { observer, pollMs } = this.#options;
    const cloud = cloudOn(this.wire, this.time, life, this.bugs, tuning, observer, pollMs);
    const view: View = this.#options.view?.() ?? {
      cluster: this.cluster,
      listen: (listener) => this.cluster.listen(listener),
    };
    const seen = mortal(view.cluster, life);
    const cluster = this.#options.limited === true ? limited(seen, this.cluster.homeUid()) : seen;
    const ports = watchedBy(this.watches, { cloud, cluster }, life);
    const engine = engineOn(
      this,
      this.#options,
      this.#options.between?.(ports, life) ?? ports,
      this.#random,
    );
    const end = view.listen((before, after) => engine.onObject(before, after));
    const endSecrets = this.cluster.secrets.listen((namespace, name) =>
      engine.onSecret(this.cluster.readersOf(namespace, name)),
    );
    this.#unlisten = () => [end, endSecrets].forEach((stop) => stop());
    cloud.onChange((change) => engine.onCloudChange(change));
    [this.#cloud, this.#engine, this.#life] = [cloud, engine, life];
    engine.start();
  }

  /** Stops the operator gracefully: passes in flight end, which may take time. A death meanwhile
   *  also ends it. */
  async stop(): Promise<void> {
    const state = { ended: false };
    const ending = (async () => {
      await this.#engine?.stop();
      state.ended = true;
    })();
    while (!state.ended && this.alive) await this.time.advance(100);
    if (this.alive) await ending.then(() => this.#cloud?.close());
    this.kill();
  }

  get alive(): boolean {
    return this.#life.alive;
  }

  /** Kills the operator: operations in flight never resolve. */
  kill(): void {
    this.#unlisten();
    this.#life.alive = false;
    [this.#engine, this.#cloud] = [null, null];
  }

  /** Returns the operator's gauges; null while none runs. */
  get gauges(): {
    readonly cloud: CloudAdapter;
    readonly activity: ReturnType<Engine['activity']>;
  } | null {
    return this.#cloud === null || this.#engine === null
      ? null
      : { cloud: this.#cloud, activity: this.#engine.activity() };
  }

  condition(name: ObjectName, type: string): Condition | undefined {
    const status = this.cluster.get(name)?.status as
      | { readonly conditions?: readonly Condition[] }
      | undefined;
    return status?.conditions?.find((one) => one.type === type);
  }

  /** Advances the clock until a condition holds. @throws after the time limit */
  async until(isSo: () => boolean, withinMs = 30 * 60_000): Promise<void> {
    const end = this.time.now() + withinMs;
    await this.time.settle();
    while (!isSo()) {
      if (this.time.now() >= end)
        throw new Error(
          `not so within ${withinMs / 1_000} s of simulated time; last passes: ${this.lastPasses()}`,
        );
      await this.time.advance(1_000);
    }
  }

  lastPasses(): string {
    return this.passes
      .slice(-5)
      .reduce(
        (text, pass) => `${text}\n  ${pass.kind}/${pass.name} ${pass.outcome}: ${pass.detail}`,
        '',
      );
  }
}
