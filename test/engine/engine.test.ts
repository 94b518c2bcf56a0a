import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { volume } from '../../src/kinds/volume/index.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { Secret } from '../../src/model/secret.ts';
import { readStatus } from '../../src/model/status-layout.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';
import type { WorldOptions } from '../support/world-options.ts';

const MINUTE_MS = 60_000;
const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const LOGS: ObjectName = { kind: 'Volume', namespace: 'default', name: 'logs' };
const SPEC = { region: 'eu-west', size: 20 };

interface Row {
  readonly id: number;
  readonly label: string;
  readonly tags: readonly string[];
}

const volumes = (world: World): readonly Row[] => world.outsider.rows<Row>('/volumes');
const isReady = (world: World, name: ObjectName) =>
  world.condition(name, 'Ready')?.status === 'True';
const idOf = (world: World, name: ObjectName) =>
  (world.cluster.get(name)?.status as { readonly id?: number } | undefined)?.id;
const synced = (world: World, name: ObjectName) => world.condition(name, 'Synced');

const started = (options: Partial<WorldOptions> = {}): World => {
  const world = new World({ kinds: [volume], ...options });
  world.start();
  return world;
};

async function withVolume(
  options: Partial<WorldOptions> = {},
  spec: object = SPEC,
): Promise<World> {
  const world = started(options);
  world.cluster.apply(DATA, spec);
  await world.until(() => isReady(world, DATA));
  await world.time.advance(MINUTE_MS);
  return world;
}

describe('a bug in a kind', () => {
  const sound: AnyKind = volume;
  const broken: AnyKind = {
    ...sound,
    update: (...args: Parameters<typeof volume.update>) => {
      if (args[0].name === 'data') throw new Error('not thought of');
      return volume.update(...args);
    },
  };

  test('is reported in the object and affects no other', async () => {
    const world = started({ kinds: [broken] });
    world.cluster.apply(DATA, SPEC);
    world.cluster.apply(LOGS, SPEC);
    await world.until(() => isReady(world, LOGS));
    expect(synced(world, DATA)).toMatchObject({
      status: 'False',
      reason: 'InternalError',
      message: expect.stringContaining('not thought of'),
    });
    expect(
      world.passes.filter((pass) => pass.error !== undefined).every((pass) => pass.name === 'data'),
    ).toBe(true);
  });

  test('is tried again, the slower the longer', async () => {
    const world = started({ kinds: [broken] });
    world.cluster.apply(DATA, SPEC);
    await world.time.advance(60 * MINUTE_MS);
    const tries = world.passes.filter((pass) => pass.error !== undefined).length;
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(40);
  });
});

describe('an answer that never came', () => {
  test('to a create that took effect leaves one volume, found by its mark', async () => {
    const world = started();
    let lost = 0;
    world.wire.mishap = (request) =>
      request === 'POST /volumes' && lost++ === 0 ? 'unanswered' : 'none';
    world.cluster.apply(DATA, SPEC);
    await world.until(() => isReady(world, DATA));
    expect(volumes(world).map((row) => row.label)).toEqual(['data']);
    expect(world.wire.sent.filter((request) => request === 'POST /volumes')).toHaveLength(1);
  });

  test('to a create that was never sent is waited for, and then asked again once', async () => {
    const world = started();
    let lost = 0;
    world.wire.mishap = (request) =>
      request === 'POST /volumes' && lost++ === 0 ? 'unsent' : 'none';
    world.cluster.apply(DATA, SPEC);
    await world.time.advance(30_000);
    expect(synced(world, DATA)).toMatchObject({ reason: 'ResolvingCreate' });
    await world.until(() => isReady(world, DATA));
    expect(volumes(world)).toHaveLength(1);
  });

  test('does not hold the deletion of the object for ever, and leaves nothing', async () => {
    const world = started();
    world.wire.mishap = (request) => (request === 'POST /volumes' ? 'unanswered' : 'none');
    world.cluster.apply(DATA, { ...SPEC, policy: { deletion: 'Delete' } });
    await world.time.advance(500);
    world.cluster.delete(DATA);
    await world.until(() => world.cluster.get(DATA) === undefined);
    expect(volumes(world)).toEqual([]);
  });
});

describe('an outage of the service', () => {
  test('changes nothing about an object at rest for a quarter of an hour, and is then reported without a change of Ready', async () => {
    const world = await withVolume();
    const before = world.cluster.get(DATA)?.metadata.resourceVersion;
    world.wire.mishap = () => 'unsent';
    await world.time.advance(10 * MINUTE_MS);
    expect(world.cluster.get(DATA)?.metadata.resourceVersion).toBe(before);
    await world.time.advance(60 * MINUTE_MS);
    expect(synced(world, DATA)).toMatchObject({ status: 'False', reason: 'Unreachable' });
    expect(isReady(world, DATA)).toBe(true);
    world.wire.mishap = () => 'none';
    await world.until(() => synced(world, DATA)?.status === 'True');
    expect(volumes(world)).toHaveLength(1);
  });

  test('is reported at once where there is work to do, and the work is done afterwards', async () => {
    const world = await withVolume();
    world.wire.mishap = () => 'unsent';
    world.cluster.apply(DATA, { ...SPEC, size: 30 });
    await world.until(() => synced(world, DATA)?.reason === 'Unreachable');
    world.wire.mishap = () => 'none';
    await world.until(() => synced(world, DATA)?.status === 'True' && isReady(world, DATA));
    expect(volumes(world)).toMatchObject([{ size: 30 }]);
  });
});

describe('an item that vanished outside', () => {
  test('of a kind that holds data is reported as lost, and not created again', async () => {
    const world = await withVolume();
    world.outsider.call('DELETE', `/volumes/${idOf(world, DATA)}`);
    await world.until(() => world.condition(DATA, 'Stalled')?.reason === 'Lost');
    await world.time.advance(30 * MINUTE_MS);
    expect(volumes(world)).toEqual([]);
    expect(world.condition(DATA, 'Ready')).toMatchObject({ status: 'False', reason: 'Lost' });
  });

  test('is made again once where the spec says so', async () => {
    const world = await withVolume({}, { ...SPEC, policy: { loss: 'Recreate' } });
    const first = idOf(world, DATA);
    world.outsider.call('DELETE', `/volumes/${first}`);
    await world.until(() => idOf(world, DATA) !== first && isReady(world, DATA));
    expect(volumes(world)).toHaveLength(1);
  });
});

describe('two objects', () => {
  test('that request the same label do not share an item: the later one names the owner', async () => {
    const world = await withVolume();
    world.cluster.apply(LOGS, { ...SPEC, label: 'data' });
    await world.until(() => synced(world, LOGS)?.reason === 'Conflict');
    expect(synced(world, LOGS)?.message).toContain('Volume default/data');
    expect(volumes(world)).toHaveLength(1);
  });

  test('that are copies of each other never share one: a copied intent and a copied mark are of another object', async () => {
    const world = await withVolume();
    const annotations = world.cluster.get(DATA)?.metadata.annotations ?? {};
    world.cluster.apply(LOGS, SPEC, { annotations });
    await world.until(() => isReady(world, LOGS));
    expect(idOf(world, LOGS)).not.toBe(idOf(world, DATA));
    expect(volumes(world).map((row) => row.label)).toEqual(['data', 'logs']);
  });
});

describe('credentials', () => {
  test('that an object names are waited for by name, and used as soon as they are there', async () => {
    const world = started();
    world.cluster.apply(DATA, { ...SPEC, credentialsRef: { name: 'other' } });
    await world.until(() => synced(world, DATA)?.reason === 'WaitingForCredential');
    expect(synced(world, DATA)?.message).toContain('Secret default/other');
    world.cluster.secrets.apply('default', 'other', { tokens: new Secret('x') }, CREDENTIAL);
    await world.until(() => synced(world, DATA)?.message.includes('key token') === true);
    world.cluster.secrets.apply(
      'default',
      'other',
      { token: new Secret(world.service.tokens.admin) },
      CREDENTIAL,
    );
    await world.until(() => isReady(world, DATA));
  });

  test('that the service does not know are reported, and nothing is tried with them', async () => {
    const world = started();
    world.cluster.secrets.apply('default', 'cloudinfra-credentials', {
      token: new Secret('wrong'),
    });
    world.cluster.apply(DATA, SPEC);
    await world.until(() => synced(world, DATA)?.reason === 'Denied');
    expect(world.wire.sent.filter((request) => !request.startsWith('GET /profile'))).toEqual([]);
    expect(JSON.stringify(world.cluster.get(DATA))).not.toContain('wrong');
  });

  test('of a user who may not write are reported with the first refusal, and hold nothing else', async () => {
    const world = started({ token: 'readonly' });
    world.cluster.apply(DATA, SPEC);
    await world.until(() => synced(world, DATA)?.reason === 'Denied');
    expect(world.condition(DATA, 'Stalled')?.status).toBe('True');
    expect(volumes(world)).toEqual([]);
  });
});

describe('an item that others change repeatedly', () => {
  test('is corrected with a growing backoff, and reported', async () => {
    const world = await withVolume({}, { ...SPEC, tags: ['blue'] });
    const id = idOf(world, DATA);
    const mark = volumes(world)[0]?.tags.filter((tag) => tag.startsWith('k8s:')) ?? [];
    const meddle = () => world.outsider.call('PUT', `/volumes/${id}`, { tags: ['red', ...mark] });
    const puts = () => world.wire.sent.filter((request) => request === `PUT /volumes/${id}`).length;
    for (let minute = 0; minute < 60; minute++) {
      if (volumes(world)[0]?.tags.includes('red') === false) meddle();
      await world.time.advance(MINUTE_MS);
    }
    expect(puts()).toBeGreaterThan(4);
    expect(puts()).toBeLessThan(15);
    expect(synced(world, DATA)?.message).toContain('something keeps undoing it');
    await world.time.advance(15 * MINUTE_MS);
    expect(volumes(world)[0]?.tags).toContain('blue');
  });
});

describe('a user who does not see everything', () => {
  test('deletes all the same, also when the process dies between the deletion and its proof', async () => {
    const world = started({ token: 'restricted' });
    const user = world.outsider
      .rows<{ username: string; restricted: boolean }>('/account/users')
      .find(({ restricted }) => restricted);
    world.outsider.call('PUT', `/account/users/${user?.username}/grants`, {
      global: { add_volumes: true },
    });
    world.cluster.apply(DATA, { ...SPEC, policy: { deletion: 'Delete' } });
    await world.until(() => isReady(world, DATA));
    const path = `/volumes/${idOf(world, DATA)}`;
    world.cluster.delete(DATA);
    while (!world.wire.sent.includes(`DELETE ${path}`)) await world.time.advance(100);
    expect(Object.keys(readStatus(world.cluster.get(DATA)?.status).once ?? {}).length).toBe(1);
    world.kill();
    world.start();
    await world.until(() => world.cluster.get(DATA) === undefined);
    expect(volumes(world)).toEqual([]);
  });

  test('makes nothing twice: what it no longer sees may be hidden, also when the policy says Recreate', async () => {
    const world = started({ token: 'restricted' });
    const user = world.outsider
      .rows<{ username: string; restricted: boolean }>('/account/users')
      .find(({ restricted }) => restricted);
    world.outsider.call('PUT', `/account/users/${user?.username}/grants`, {
      global: { add_volumes: true },
    });
    world.cluster.apply(DATA, { ...SPEC, policy: { loss: 'Recreate' } });
    await world.until(() => isReady(world, DATA));
    const created = idOf(world, DATA);
    world.outsider.call('PUT', `/account/users/${user?.username}/grants`, {
      volume: [{ id: created, permissions: null }],
    });
    await world.until(() => synced(world, DATA)?.reason === 'HiddenOrGone');
    await world.time.advance(30 * MINUTE_MS);
    expect(world.wire.sent.filter((request) => request === 'POST /volumes')).toHaveLength(1);
    expect(idOf(world, DATA)).toBe(created);
    expect(synced(world, DATA)?.reason).toBe('HiddenOrGone');
  });

  test('creates again what the events report as deleted', async () => {
    const world = started({ token: 'restricted' });
    const user = world.outsider
      .rows<{ username: string; restricted: boolean }>('/account/users')
      .find(({ restricted }) => restricted);
    world.outsider.call('PUT', `/account/users/${user?.username}/grants`, {
      global: { add_volumes: true },
    });
    world.cluster.apply(DATA, { ...SPEC, policy: { loss: 'Recreate' } });
    await world.until(() => isReady(world, DATA));
    const created = idOf(world, DATA);
    world.outsider.call('DELETE', `/volumes/${created}`);
    await world.until(() => isReady(world, DATA) && idOf(world, DATA) !== created);
    expect(volumes(world)).toHaveLength(1);
  });
});
