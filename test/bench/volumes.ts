import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { KINDS } from '../../src/kinds/index.ts';
import { markOf } from '../../src/model/tags.ts';
import { World } from '../support/world.ts';

/** The cost of a number of idle Volumes. */
export interface Figures {
  readonly volumes: number;
  /** Passes per second of real time, sequential in one process; the API server and the service
   *  answer at once. */
  readonly passesPerSecond: number;
  /** Heap of the operator alone, without the simulated API server and service. */
  readonly heapMbPer1000: number;
  /** Requests per minute of simulated time, by method and path. */
  readonly callsPerMinute: number;
  readonly byPath: Readonly<Record<string, number>>;
  /** Pages of a listing with this many volumes. */
  readonly pages: number;
  readonly kubeWrites: number;
}

const MINUTES = 10;
const PAGE = 500;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Creates Volumes and their items with marks, as an earlier operator would have left them. The
 *  last event is the newest. */
async function populate(world: World, volumes: number): Promise<void> {
  for (let i = 0; i < volumes; i++) {
    if (i === volumes - 1) await world.time.advance(60_000);
    const name = `volume-${i}`;
    const object = world.cluster.apply(
      { kind: 'Volume', namespace: `team-${i % 10}`, name },
      { region: 'eu-west', size: 20 },
    );
    const made = world.outsider.call('POST', '/volumes', {
      label: name,
      region: 'eu-west',
      size: 20,
      tags: [markOf(object.metadata.uid)],
    });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  }
}

const allReady = (world: World): boolean =>
  world.cluster
    .all('Volume')
    .every(
      ({ metadata }) =>
        world.condition(
          { kind: 'Volume', namespace: metadata.namespace, name: metadata.name },
          'Ready',
        )?.status === 'True',
    );

/** Advances the clock by minutes, without the harness's records of passes. */
async function minutes(world: World, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await world.time.advance(60_000);
    world.passes.length = 0;
  }
}

const TRIES = 2;

/** Measures one pass over every object, as a new leader performs it. The best of a few attempts,
 *  because the machine may have other load. */
async function passesPerSecond(world: World, volumes: number): Promise<number> {
  let best = 0;
  for (let i = 0; i < TRIES; i++) {
    await world.stop();
    world.passes.length = 0;
    const began = performance.now();
    world.start();
    while (world.passes.length < volumes) await world.time.advance(100);
    best = Math.max(best, (1000 * world.passes.length) / (performance.now() - began));
  }
  return best;
}

/** Measures Volumes: speed and memory in real time, counts in simulated time. */
export async function measure(volumes: number): Promise<Figures> {
  const world = new World({ kinds: KINDS, limits: 'off' });
  await populate(world, volumes);
  await world.time.advance(5 * 60_000);
  const before = heapMb();
  world.start();
  await world.time.advance(60_000);
  while (!allReady(world)) await minutes(world, 1);
  const speed = await passesPerSecond(world, volumes);
  await minutes(world, 5);
  const [sent, written] = [world.wire.sent.length, world.cluster.writes.length];
  await minutes(world, MINUTES);
  const calls = world.wire.sent.slice(sent);
  const kubeWrites = world.cluster.writes.length - written;
  world.wire.sent.length = 0;
  world.cluster.writes.length = 0;
  world.cluster.events.length = 0;
  const heap = heapMb() - before;
  const counts = Map.groupBy(calls, (call) => call);
  await world.stop();
  return {
    volumes,
    passesPerSecond: speed,
    heapMbPer1000: (heap * 1000) / volumes,
    callsPerMinute: calls.length / MINUTES,
    byPath: Object.fromEntries([...counts].map(([call, all]) => [call, all.length / MINUTES])),
    pages: Math.ceil(volumes / PAGE),
    kubeWrites,
  };
}
