import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { Secret } from '../../src/model/secret.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const SECRET = 'cloudinfra-credentials';
const SPEC = { region: 'eu-west', size: 20, policy: { deletion: 'Delete', loss: 'Recreate' } };
const volumeIn = (namespace: string): ObjectName => ({
  kind: 'Volume',
  namespace,
  name: `data-${namespace}`,
});

const give = (world: World, namespace: string, token: string): unknown =>
  world.cluster.secrets.apply(namespace, SECRET, { token: new Secret(token) });
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';
const volumes = (world: World) =>
  world.outsider.rows<{ readonly id: number; readonly size: number }>('/volumes');

interface Token {
  readonly id: number;
  readonly token: string;
}
const newToken = (world: World): Token =>
  world.outsider.call('POST', '/profile/tokens', { label: 'made', scopes: '*', expiry: null })
    .body as Token;

/** Builds idle volumes, each in a namespace of its own with a Secret; returns every token of a
 *  request, in order. */
async function settled(
  namespaces: readonly string[],
  tokenFor: (namespace: string) => string,
  world: World,
) {
  const used: string[] = [];
  world.wire.garble = (answer, request) => {
    used.push(request.token.reveal());
    return answer;
  };
  world.start();
  for (const namespace of namespaces) {
    give(world, namespace, tokenFor(namespace));
    world.cluster.apply(volumeIn(namespace), SPEC);
  }
  await world.until(() => namespaces.every((namespace) => isReady(world, volumeIn(namespace))));
  await world.time.advance(10 * MINUTE_MS);
  return used;
}

describe('a Secret whose token is replaced', () => {
  test('while its object is at rest: the new one is used at once, the old one never again', async () => {
    const world = new World({ kinds: KINDS });
    const [old, fresh] = [newToken(world), newToken(world)];
    const used = await settled(['shop'], () => old.token, world);
    expect(new Set(used)).toEqual(new Set([old.token]));
    used.length = 0;
    give(world, 'shop', fresh.token);
    await world.time.advance(1_000);
    expect(used[0]).toBe(fresh.token);
    expect(world.outsider.call('DELETE', `/profile/tokens/${old.id}`).status).toBe(200);
    await world.time.advance(30 * MINUTE_MS);
    expect(new Set(used)).toEqual(new Set([fresh.token]));
    expect(world.condition(volumeIn('shop'), 'Synced')?.status).toBe('True');
    await world.stop();
  });

  test('after it was refused: what waited goes on within a second', async () => {
    const world = new World({ kinds: KINDS });
    const old = newToken(world);
    await settled(['shop'], () => old.token, world);
    world.outsider.call('DELETE', `/profile/tokens/${old.id}`);
    world.cluster.apply(volumeIn('shop'), { ...SPEC, size: 30 });
    await world.until(() => world.condition(volumeIn('shop'), 'Stalled')?.reason === 'Denied');
    await world.time.advance(5 * MINUTE_MS);
    give(world, 'shop', newToken(world).token);
    await world.time.advance(1_000);
    expect(volumes(world)).toMatchObject([{ size: 30 }]);
    await world.stop();
  });
});

test('while a token is not known any more nothing is made, changed or deleted, and nothing counts as lost', async () => {
  const world = new World({ kinds: KINDS });
  const old = newToken(world);
  await settled(['one', 'two', 'three'], () => old.token, world);
  world.outsider.call('DELETE', `/profile/tokens/${old.id}`);
  const before = volumes(world);
  const [gone] = before;
  const sent = world.wire.sent.length;
  world.cluster.delete(volumeIn('one'));
  world.cluster.apply(volumeIn('two'), { ...SPEC, size: 40 });
  give(world, 'four', old.token);
  world.cluster.apply(volumeIn('four'), SPEC);
  world.outsider.call('DELETE', `/volumes/${gone?.id}`);
  await world.time.advance(2 * 60 * MINUTE_MS);
  expect(volumes(world)).toEqual(before.slice(1));
  expect(world.wire.sent.slice(sent).filter((request) => !request.startsWith('GET '))).toEqual([]);
  expect(world.cluster.get(volumeIn('one'))).toBeDefined();
  for (const namespace of ['one', 'two', 'three', 'four'])
    expect(world.condition(volumeIn(namespace), 'Synced')).toMatchObject({
      status: 'False',
      reason: 'Denied',
    });
  expect(isReady(world, volumeIn('three'))).toBe(true);
  await world.stop();
});

test('Secrets of several namespaces that hold one token share what it may spend and what it sees', async () => {
  const world = new World({ kinds: KINDS });
  const { token } = newToken(world);
  await settled(['one', 'two', 'three'], () => token, world);
  const sent = world.wire.sent.length;
  await world.time.advance(30 * MINUTE_MS);
  const listings = world.wire.sent
    .slice(sent)
    .filter((request) => request === 'GET /volumes').length;
  expect(listings).toBeGreaterThan(30);
  expect(listings).toBeLessThan(70);
  expect(world.gauges?.cloud.gauges().budgets).toHaveLength(1);
  await world.stop();
});
