import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { Secret } from '../../src/model/secret.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const named = (kind: string, namespace: string, name: string): ObjectName => ({
  kind,
  namespace,
  name,
});
const [DATA, OTHER] = [named('Volume', 'team', 'data'), named('Volume', 'shop', 'data')];
const SPEC = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };

function begun(...objects: readonly (readonly [ObjectName, object])[]): World {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  for (const [name, spec] of objects) world.cluster.apply(name, spec);
  return world;
}

const reasonOf = (world: World, name: ObjectName) => world.condition(name, 'Synced')?.reason;
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';
const idOf = (world: World, name: ObjectName) => asRecord(world.cluster.get(name)?.status)['id'];

test.each([
  [
    'MySQLDatabase',
    'connection',
    { region: 'eu-west', type: 'g6-standard-1', engine: 'mysql/8.0.26' },
  ],
  [
    'KubeCluster',
    'kubeconfig',
    {
      region: 'eu-west',
      k8sVersion: '1.26',
      pools: [{ name: 'web', type: 'g6-standard-1', count: 1 }],
    },
  ],
])(
  'the Secret of a %s that is lost is written again from the service',
  async (kind, suffix, spec) => {
    const name = named(kind, 'team', 'main');
    const world = begun([name, spec]);
    await world.until(() => isReady(world, name), 120 * MINUTE_MS);
    const contents = () =>
      Object.entries(world.cluster.secrets.get('team', `main-${suffix}`)?.contents ?? {}).map(
        ([key, value]) => [key, value.reveal()],
      );
    const before = contents();
    world.cluster.secrets.delete('team', `main-${suffix}`);
    await world.until(() => contents().length > 0);
    expect([before.length > 0, contents()]).toEqual([true, before]);
    await world.stop();
  },
);

test('an import that stays in the manifest takes over nothing more, whatever it names', async () => {
  const world = begun();
  const { body } = world.outsider.call('POST', '/volumes', {
    label: 'old',
    region: 'eu-west',
    size: 20,
  });
  const { id } = asRecord(body);
  world.cluster.apply(DATA, { ...SPEC, import: { by: 'Id', id } });
  await world.until(() => isReady(world, DATA));
  const rows = [
    [{ by: 'Id', id }, 'InSync'],
    [{ by: 'Label', label: 'new', orCreate: true }, 'InSync'],
    [{ by: 'Id', id: 4_711 }, 'Conflict'],
  ] as const;
  for (const [importSpec, reason] of rows) {
    world.cluster.apply(DATA, { ...SPEC, import: importSpec });
    await world.time.advance(15 * MINUTE_MS);
    expect([
      reasonOf(world, DATA),
      idOf(world, DATA),
      world.outsider.rows('/volumes').length,
    ]).toEqual([reason, id, 1]);
  }
  await world.stop();
});

describe('what a spec names by name is looked for in its own namespace alone', () => {
  test('an object', async () => {
    const machine = {
      region: 'eu-west',
      type: 'g6-nanode-1',
      image: 'compute/debian11',
      booted: true,
    };
    const world = begun(
      [named('Instance', 'shop', 'web'), machine],
      [DATA, { ...SPEC, attachment: { mode: 'Attached', instanceRef: { name: 'web' } } }],
    );
    await world.until(() => isReady(world, named('Instance', 'shop', 'web')));
    await world.time.advance(15 * MINUTE_MS);
    expect(reasonOf(world, DATA)).toBe('WaitingForReference');
    await world.stop();
  });

  test('a Secret with a credential', async () => {
    const world = begun();
    world.cluster.secrets.apply(
      'shop',
      'account',
      { token: new Secret(world.service.tokens.other) },
      CREDENTIAL,
    );
    for (const name of [DATA, OTHER])
      world.cluster.apply(name, { ...SPEC, credentialsRef: { name: 'account' } });
    await world.until(() => isReady(world, OTHER));
    await world.time.advance(15 * MINUTE_MS);
    expect([reasonOf(world, DATA), world.neighbour.rows('/volumes').length]).toEqual([
      'WaitingForCredential',
      1,
    ]);
    await world.stop();
  });
});

describe('a token without a scope that is good to have', () => {
  const made = (world: World, scopes: string): Secret =>
    new Secret(
      (
        world.outsider.call('POST', '/profile/tokens', { label: 'made', scopes, expiry: null })
          .body as { readonly token: string }
      ).token,
    );

  async function withScopes(scopes: string): Promise<World> {
    const world = begun();
    world.cluster.secrets.apply('team', 'account', { token: made(world, scopes) }, CREDENTIAL);
    world.cluster.apply(DATA, { ...SPEC, tags: ['web'], credentialsRef: { name: 'account' } });
    await world.until(() => isReady(world, DATA));
    return world;
  }

  test.each([
    ['volumes:read_write events:read_only', 10_000, true],
    ['volumes:read_write', 10_000, false],
    ['volumes:read_write', 3 * MINUTE_MS, true],
  ])(
    '%s: a change that is made outside is seen within %i ms: %s',
    async (scopes, withinMs, isSeen) => {
      const world = await withScopes(scopes);
      await world.time.advance(5 * MINUTE_MS);
      const { length } = world.passes;
      world.outsider.call('PUT', `/volumes/${String(idOf(world, DATA))}`, { tags: ['other'] });
      await world.time.advance(withinMs);
      expect(world.passes.slice(length).some(({ steps }) => steps.length > 0)).toBe(isSeen);
      await world.stop();
    },
  );

  test('a token that may only read is enough to observe', async () => {
    const world = begun();
    const { body } = world.outsider.call('POST', '/volumes', {
      label: 'old',
      region: 'eu-west',
      size: 20,
    });
    world.cluster.secrets.apply(
      'team',
      'account',
      { token: made(world, 'volumes:read_only') },
      CREDENTIAL,
    );
    const watching = {
      import: { by: 'Id', id: asRecord(body)['id'] },
      policy: { mode: 'Observe' },
      credentialsRef: { name: 'account' },
    };
    world.cluster.apply(DATA, watching);
    await world.until(() => isReady(world, DATA));
    expect([reasonOf(world, DATA), idOf(world, DATA)]).toEqual(['InSync', asRecord(body)['id']]);
    await world.stop();
  });

  test('account:read_write: the mark of a deleted item stays in the list of tags, and an event reports it', async () => {
    const world = await withScopes('volumes:read_write events:read_only');
    world.cluster.delete(DATA);
    await world.until(() => world.cluster.get(DATA) === undefined);
    expect(world.cluster.events.map(({ reason }) => reason)).toContain('TagStays');
    expect(
      world.outsider
        .rows<{ readonly label: string }>('/tags')
        .filter(({ label }) => label.startsWith('k8s:')),
    ).toHaveLength(1);
    await world.stop();
  });
});
