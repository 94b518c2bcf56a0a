import { expect, test } from 'vitest';
import { gadget } from '../../test/support/gadget.ts';
import { Engine } from './engine.ts';
import { SLICE_MS } from './loop/time-slice.ts';
import type { Alarm } from './ports/alarm.ts';
import type { KubeObject } from './ports/cluster.ts';
import { DEFAULT_SETTINGS } from './term/environment.ts';

const objectOf = (i: number): KubeObject => ({
  apiVersion: 'cloudinfra.dev/v1alpha1',
  kind: gadget.kind,
  metadata: {
    name: `g${i}`,
    namespace: 'ns',
    uid: `uid-${i}`,
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '2030-01-01T00:00:00Z',
  },
  spec: {},
});

/** Builds an engine over many objects with a clock that advances one millisecond per read. Passes
 *  find nothing: the objects are deleted after the last read. */
function rig(count: number) {
  let now = 0;
  const looked: string[] = [];
  const objects = new Map(Array.from({ length: count }, (_, i) => [`g${i}`, objectOf(i)]));
  const rings: { readonly at: number; readonly ring: () => void }[] = [];
  const alarm = (ring: () => void): Alarm => ({
    set: (at) => void (at !== undefined && rings.push({ at, ring })),
  });
  const outside = {
    self: { name: 'ns/cloudinfra-operator', class: null },
    clock: { now: () => now, elapsed: () => ++now },
    settings: DEFAULT_SETTINGS,
    random: () => 0.5,
    cluster: {
      all: () => [...objects.values()],
      get: ({ name }: { readonly name: string }) =>
        looked.push(name) > count ? undefined : objects.get(name),
      heldSecrets: async () => ({ ok: true, value: [] }),
    },
  };
  const engine = new Engine(
    [gadget],
    outside as unknown as ConstructorParameters<typeof Engine>[1],
    alarm,
  );
  /** Yields the event loop once. @returns the number of objects read before it */
  const turn = async (): Promise<number> => {
    const before = looked.length;
    for (const { ring } of rings.splice(0).filter(({ at }) => at <= now)) ring();
    await new Promise<void>((resolve) => setImmediate(resolve));
    return looked.length - before;
  };
  return { engine, objects, looked, turn };
}

test('an engine that begins with thousands of objects gives the event loop its turn', async () => {
  const { engine, looked, turn } = rig(1_000);
  engine.start();
  const turns = [looked.length];
  while (looked.length < 1_000) turns.push(await turn());
  expect(Math.max(...turns)).toBeLessThanOrEqual(2 * SLICE_MS);
  expect(new Set(looked.slice(0, 1_000)).size).toBe(1_000);
});

test('an object that goes while the engine begins gets no pass, and an engine that is stopped meanwhile begins none', async () => {
  const { engine, objects, turn } = rig(1_000);
  engine.start();
  await turn();
  objects.delete('g999');
  const stopped = engine.stop();
  await turn();
  await expect(stopped).resolves.toBeUndefined();
  expect(engine.activity().get(gadget.kind)).toMatchObject({ active: 0, overdueMs: null });
  expect(engine.activity().get(gadget.kind)?.due).toBeLessThan(999);
});
