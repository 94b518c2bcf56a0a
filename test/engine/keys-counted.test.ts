import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { World } from '../support/world.ts';

const ZONE: ObjectName = { kind: 'Domain', namespace: 'default', name: 'zone' };

const SPECS: Readonly<Record<string, (i: number) => object>> = {
  Volume: () => ({ region: 'eu-west', size: 20 }),
  Firewall: () => ({ rules: { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' } }),
  Domain: (i) => ({ domain: `zone-${i}.example`, type: 'master', soaEmail: 'a@zone.example' }),
  DnsRecord: (i) => ({
    domainRef: { name: ZONE.name },
    type: 'A',
    name: `host-${i}`,
    target: '198.51.100.1',
  }),
};

/** Wraps the kinds to count calls of functions on items. */
function counting(): { readonly kinds: readonly AnyKind[]; readonly calls: Map<string, number> } {
  const calls = new Map<string, number>();
  const counted =
    <A extends readonly unknown[], R>(kind: string, take: (...args: A) => R) =>
    (...args: A): R => {
      calls.set(kind, (calls.get(kind) ?? 0) + 1);
      return take(...args);
    };
  const kinds = KINDS.map((kind): AnyKind => {
    const { shares } = kind;
    return {
      ...kind,
      keyOf: counted(kind.kind, kind.keyOf),
      ...(shares === undefined
        ? {}
        : {
            shares: {
              ...shares,
              storedName: counted(kind.kind, shares.storedName),
              name: counted(kind.kind, shares.name),
            },
          }),
    };
  });
  return { kinds, calls };
}

/** Counts the calls of functions on items while objects of a kind are created, one a second. */
async function callsFor(kind: string, count: number): Promise<number> {
  const { kinds, calls } = counting();
  const world = new World({ kinds, limits: 'off' });
  world.start();
  if (kind === 'DnsRecord') {
    world.cluster.apply(ZONE, {
      domain: 'zone.example',
      type: 'master',
      soaEmail: 'a@zone.example',
    });
    await world.until(() => world.condition(ZONE, 'Ready')?.status === 'True');
  }
  const names = Array.from(
    { length: count },
    (_, i): ObjectName => ({ kind, namespace: 'default', name: `one-${i}` }),
  );
  for (const [i, name] of names.entries()) {
    world.cluster.apply(name, SPECS[kind]?.(i) ?? {});
    await world.time.advance(1_000);
  }
  await world.until(
    () => names.every((name) => world.condition(name, 'Ready')?.status === 'True'),
    3_600_000,
  );
  expect(world.bugs).toEqual([]);
  await world.stop();
  return calls.get(kind) ?? 0;
}

test.each(Object.keys(SPECS))(
  'four times as many creates of %s read the keys of four times as many items',
  async (kind) => {
    const [few, many] = [await callsFor(kind, 25), await callsFor(kind, 100)];
    expect(few).toBeGreaterThan(0);
    expect({ few, many, isLinear: many <= 5 * few }).toMatchObject({ isLinear: true });
    expect(many).toBeLessThanOrEqual(10 * 100);
  },
);
