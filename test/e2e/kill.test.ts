import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markOf } from '../../src/model/tags.ts';
import { inSoak } from '../support/soak.ts';
import type { CloudObject } from './cloud-object.ts';
import { type Installation, install } from './installation.ts';

const INSTANCES = 20;
const VOLUMES = 30;
const SEED = 20_260_101;
const DEATHS = inSoak(5, 10);
/** Longest life of an operator after it became ready. */
const LIFE_MS = 900;

interface Item {
  readonly id: number;
  readonly label: string;
  readonly tags: readonly string[];
}

let at: Installation;

beforeAll(async () => {
  at = await install('killed', { service: ['--seed', String(SEED)] });
  // A late answer leaves more time for a crash between the request and its record.
  for (const route of ['/volumes', '/compute/instances'])
    await at.service.fault({ kind: 'delay', route, method: 'POST', delayMs: 250 });
});
afterAll(() => at?.close());

/** Generates reproducible numbers in [0, 1). */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const objects = async (): Promise<readonly CloudObject[]> =>
  (await Promise.all(['Instance', 'Volume'].map((kind) => at.objects.list(kind)))).flat();
const items = async (): Promise<readonly Item[]> =>
  (
    await Promise.all(['/compute/instances', '/volumes'].map((path) => at.service.rows<Item>(path)))
  ).flat();

test(`an operator that dies again and again creates what ${INSTANCES + VOLUMES} objects ask for, each once`, {
  timeout: 400_000,
}, async () => {
  const wanted = [
    ...Array.from(
      { length: INSTANCES },
      (_, i) =>
        [
          'Instance',
          `web-${i}`,
          { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' },
        ] as const,
    ),
    ...Array.from(
      { length: VOLUMES },
      (_, i) => ['Volume', `data-${i}`, { region: 'eu-west', size: 20 }] as const,
    ),
  ];
  const { component } = at.operator;
  const random = chance(SEED);
  const deaths: string[] = [];
  for (let death = 0; death < DEATHS; death++) {
    for (const [kind, name, spec] of wanted.filter((_, i) => i % DEATHS === death))
      await at.objects.apply(kind, name, spec);
    await component.start();
    const lifeMs = Math.round(random.next().value * LIFE_MS);
    await pause(lifeMs);
    await component.kill('SIGKILL');
    const without = (await objects()).filter(({ status }) => status.id === undefined).length;
    deaths.push(`after ${lifeMs} ms, ${(await items()).length} items, ${without} objects without`);
  }
  await component.start();
  await Promise.all(wanted.map(([kind, name]) => at.objects.ready(kind, name)));
  const found = await items();
  const owners = (await objects()).map(
    ({ metadata, status }) => `${status.id} ${metadata.name} ${markOf(metadata.uid)}`,
  );
  const marked = found.map(({ id, label, tags }) => `${id} ${label} ${tags.join(' ')}`);
  expect({ deaths, marked: marked.toSorted() }).toEqual({ deaths, marked: owners.toSorted() });
  expect(marked).toHaveLength(INSTANCES + VOLUMES);
});
