import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const machine = (label: string) => ({ label, region: 'eu-west', type: 'g6-nanode-1' });
const SPECS = {
  Instance: machine,
  Firewall: (label: string) => ({
    label,
    rules: { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' },
  }),
  KubeCluster: (label: string) => ({
    label,
    region: 'eu-west',
    k8sVersion: '1.25',
    pools: [{ name: 'web', type: 'g6-standard-1', count: 1 }],
  }),
} as const;

/** Rings of objects that pass their names on. */
const RINGS = Object.keys(SPECS).flatMap((kind) =>
  [2, 3].map((size) => [kind as keyof typeof SPECS, size] as const),
);

test.each(RINGS)(
  'objects of kind %s that swap their names in a ring of %d report what ends it, and a third name ends it',
  async (kind, size) => {
    const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
    const names = Array.from({ length: size }, (_, i) => ({
      kind,
      namespace: 'default',
      name: `obj-${i}`,
    }));
    const give = (labels: readonly string[]): void =>
      names.forEach((name, i) => world.cluster.apply(name, SPECS[kind](labels[i] ?? '')));
    const said = (i: number): string =>
      `${world.condition(names[i] as (typeof names)[number], 'Synced')?.message}`;
    const before = names.map((_, i) => `label-${i}`);
    const after = [...before.slice(1), ...before.slice(0, 1)];
    world.start();
    give(before);
    await world.time.advance(15 * MINUTE_MS);
    give(after);
    await world.time.advance(20 * MINUTE_MS);
    for (const [i] of names.entries()) {
      const asking = (i + size - 1) % size;
      expect(said(i)).toContain(
        `${kind} default/obj-${asking} requests label-${i}, which this item has`,
      );
      expect(said(i)).toContain('set a third name on one of them first');
    }
    give(['label-third', ...after.slice(1)]);
    await world.time.advance(15 * MINUTE_MS);
    give(after);
    await world.time.advance(15 * MINUTE_MS);
    expect(names.map((name) => world.condition(name, 'Synced')?.reason)).toEqual(
      names.map(() => 'InSync'),
    );
    await world.stop();
  },
);

test('an object that waits for a name without a swap reports no swap', async () => {
  const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
  const [a, b] = ['a', 'b'].map((name) => ({
    kind: 'Instance',
    namespace: 'default',
    name: `obj-${name}`,
  })) as [never, never];
  world.start();
  world.cluster.apply(a, machine('one'));
  world.cluster.apply(b, machine('two'));
  await world.time.advance(15 * MINUTE_MS);
  world.cluster.apply(a, machine('two'));
  await world.time.advance(5 * MINUTE_MS);
  expect(world.condition(a, 'Synced')).toMatchObject({
    reason: 'Waiting',
    message: expect.stringMatching(/^the service rejected the request: label: [^;]*$/) as string,
  });
  await world.stop();
});
