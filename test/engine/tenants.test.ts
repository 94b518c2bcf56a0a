import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targetsOf } from '../../src/engine/desire/raw-ids.ts';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { markOf } from '../../src/model/tags.ts';
import { keepFence } from '../support/tenants.ts';
import { World } from '../support/world.ts';

const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true };
const DATA = { region: 'eu-west', size: 20 };
const SETUP = { script: '#!/bin/sh\n', images: ['any/all'] };
const WORK = {
  region: 'eu-west',
  k8sVersion: '1.26',
  pools: [{ name: 'web', type: 'g6-standard-1', count: 1 }],
};
const ZONE = { domain: 'theirs.example', type: 'master', soaEmail: 'dns@theirs.example' };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'DROP', inbound: [], outbound: [] };

const named =
  (namespace: string) =>
  (kind: string, name: string): ObjectName => ({ kind, namespace, name });
const [theirs, ours] = [named('team-a'), named('team-b')];

/** Builds two namespaces with one token: team-a has an instance with a backup and a profile, a
 *  volume, a zone and a cluster. */
async function worldOfTwo() {
  const fence = keepFence(KINDS, () => world.cluster);
  const world: World = new World({
    kinds: KINDS,
    limits: 'off',
    pollMs: 120_000,
    between: fence.between,
  });
  world.start();
  const imports = [
    [
      theirs('Instance', 'secret-web'),
      { ...MACHINE, backupsEnabled: true, configs: [{ label: 'main' }], bootConfig: 'main' },
    ],
    [theirs('Volume', 'secret-data'), DATA],
    [theirs('Domain', 'secret-zone'), ZONE],
    [theirs('KubeCluster', 'secret-work'), WORK],
    [theirs('StackScript', 'secret-setup'), SETUP],
  ] as const;
  for (const [name, spec] of imports) world.cluster.apply(name, spec);
  await world.until(() =>
    imports.every(([name]) => world.condition(name, 'Ready')?.status === 'True'),
  );
  const id = (kind: string, name: string) =>
    Number(asRecord(world.cluster.get(theirs(kind, name))?.status)['id']);
  const ids = {
    Instance: id('Instance', 'secret-web'),
    Volume: id('Volume', 'secret-data'),
    Domain: id('Domain', 'secret-zone'),
    StackScript: id('StackScript', 'secret-setup'),
    ...(await partsOf(world)),
  };
  const account = String(
    asRecord(world.cluster.get(theirs('Volume', 'secret-data'))?.status)['account'],
  );
  return { world, fence, ids, account };
}

/** Returns the parts of team-a's instance and cluster, and an instance that no object holds. */
async function partsOf(world: World) {
  const shown = (kind: string, name: string) =>
    asRecord(world.cluster.get(theirs(kind, name))?.status) as Readonly<
      Record<string, readonly Part[] | undefined>
    >;
  const web = () => shown('Instance', 'secret-web');
  const machine = String(
    asRecord(world.cluster.get(theirs('Instance', 'secret-web'))?.status)['id'],
  );
  expect(
    world.outsider.call('POST', `/compute/instances/${machine}/backups`, { label: 'now' }),
  ).toMatchObject({ status: 200 });
  await world.until(
    () => (web()['storedBackups'] ?? []).length > 0 && (web()['disks'] ?? []).length > 0,
  );
  const [pool] = shown('KubeCluster', 'secret-work')['pools'] ?? [];
  const free = world.outsider.call('POST', '/compute/instances', {
    region: 'eu-west',
    type: 'g6-nanode-1',
    label: 'free',
  });
  const idOf = (parts: readonly Part[] | undefined) => Number(parts?.[0]?.id);
  return {
    Backup: idOf(web()['storedBackups']),
    Disk: idOf(web()['disks']),
    Profile: idOf(web()['configs']),
    Pool: Number(pool?.id),
    Node: Number(pool?.nodes?.[0]?.instanceId),
    Free: Number(asRecord(free.body)['id']),
  };
}

interface Part {
  readonly id: number;
  readonly nodes?: readonly { readonly instanceId?: number }[];
}

type Ids = Awaited<ReturnType<typeof worldOfTwo>>['ids'];

const attachedTo = (id: number, how: object = {}) => ({
  attachment: { mode: 'Attached', instanceRef: { id }, ...how },
});

/** A spec with an item's id, for every field that accepts one: `Kind path`, and the field in the
 *  refusal. */
const ROWS: Readonly<Record<string, readonly [spec: (ids: Ids) => object, field: string]>> = {
  'Volume attachment.instanceRef.id': [
    ({ Instance }) => ({ ...DATA, ...attachedTo(Instance) }),
    'spec.attachment.instanceRef.id',
  ],
  'Volume cloneFrom.volumeRef.id': [
    ({ Volume }) => ({ cloneFrom: { volumeRef: { id: Volume } } }),
    'spec.cloneFrom.volumeRef.id',
  ],
  'DnsRecord domainRef.id': [
    ({ Domain }) => ({
      domainRef: { id: Domain, domain: ZONE.domain },
      type: 'MX',
      name: '',
      target: 'mail.evil.example',
      priority: 1,
    }),
    'spec.domainRef.id',
  ],
  'Firewall instanceRefs[].id': [
    ({ Instance }) => ({ instanceRefs: [{ id: Instance }], rules: CLOSED }),
    'spec.instanceRefs[0].id',
  ],
  'Domain source.domainRef.id': [
    ({ Domain }) => ({
      domain: 'copy.example',
      type: 'master',
      source: { kind: 'Domain', domainRef: { id: Domain } },
    }),
    'spec.source.domainRef.id',
  ],
  'Instance configs[].devices.*.volumeRef.id': [
    ({ Volume }) => ({
      ...MACHINE,
      configs: [{ label: 'main', devices: { sdb: { kind: 'Volume', volumeRef: { id: Volume } } } }],
    }),
    'spec.configs[0].devices.sdb.volumeRef.id',
  ],
  'Instance configs[].devices.*.diskId': [
    ({ Disk }) => ({
      ...MACHINE,
      configs: [{ label: 'main', devices: { sdb: { kind: 'Disk', diskId: Disk } } }],
    }),
    'spec.configs[0].devices.sdb.diskId',
  ],
  'Instance backupId': [
    ({ Backup }) => ({ region: 'eu-west', type: 'g6-nanode-1', backupId: Backup }),
    'spec.backupId',
  ],
  'Instance stackscriptRef.id': [
    ({ StackScript }) => ({
      region: 'eu-west',
      type: 'g6-nanode-1',
      image: 'compute/debian11',
      stackscriptRef: { id: StackScript },
    }),
    'spec.stackscriptRef.id',
  ],
  'Image source.instanceRef.id': [
    ({ Instance }) => ({ source: { kind: 'Disk', instanceRef: { id: Instance } } }),
    'spec.source.instanceRef.id',
  ],
  'Volume attachment.configId': [
    ({ Free, Profile }) => ({ ...DATA, ...attachedTo(Free, { configId: Profile }) }),
    'spec.attachment.configId',
  ],
  'KubeCluster pools[].id': [
    ({ Pool }) => ({
      ...WORK,
      pools: [{ name: 'web', type: 'g6-standard-1', count: 1, id: Pool }],
    }),
    'spec.pools[0].id',
  ],
};

/** Specs with the node of a cluster, whose instance has no object. */
const NODES: typeof ROWS = {
  'Volume attachment.instanceRef.id, of a node': [
    ({ Node }) => ({ ...DATA, ...attachedTo(Node) }),
    'spec.attachment.instanceRef.id',
  ],
  'Firewall instanceRefs[].id, of a node': [
    ({ Node }) => ({ instanceRefs: [{ id: Node }], rules: CLOSED }),
    'spec.instanceRefs[0].id',
  ],
};

const idFields = (kind: AnyKind): readonly string[] =>
  targetsOf(kind).map(({ path }) => `${kind.kind} ${path}`);

test('every field that leads to an item by its id has a row', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual([...new Set(KINDS.flatMap(idFields))].toSorted());
});

/** Returns the message of an object of team-b, and checks that it names nothing of team-a. */
function told(world: World, name: ObjectName, hidden: RegExp): string {
  const { conditions } = asRecord(world.cluster.get(name)?.status) as {
    readonly conditions?: unknown;
  };
  const events = world.cluster.events.filter(
    ({ object }) => object === `${name.kind}/${name.name}`,
  );
  expect(JSON.stringify([conditions, events])).not.toMatch(hidden);
  const { reason, message } = world.condition(name, 'Synced') ?? {};
  return `${String(reason)}: ${String(message)}`;
}

describe('an object that names an item of another namespace', () => {
  let scene: Awaited<ReturnType<typeof worldOfTwo>>;
  beforeAll(async () => {
    scene = await worldOfTwo();
  });
  afterAll(() => scene.world.stop());

  /** Runs an object of team-b for a while, including a restart of the operator. @returns its
   *  message */
  async function tried(
    kind: string,
    name: string,
    spec: object,
    hidden = /team-a|secret/,
  ): Promise<string> {
    const { world, fence } = scene;
    const object = ours(kind, name);
    world.cluster.apply(object, spec);
    await world.time.advance(60_000);
    world.kill();
    world.start();
    await world.time.advance(11 * 60_000);
    const said = told(world, object, hidden);
    world.cluster.delete(object);
    await world.until(() => world.cluster.get(object) === undefined);
    expect(fence.breaches).toEqual([]);
    return said;
  }

  test.each(Object.entries({ ...ROWS, ...NODES }))(
    'by its id is refused, and sends nothing: %s',
    async (field, [spec, path]) => {
      const [kind = ''] = field.split(' ');
      const said = await tried(kind, 'reach', spec(scene.ids));
      expect(said).toMatch(
        new RegExp(
          `^Refused: ${path.replaceAll(/[[\].]/g, '\\$&')}: item \\d+ belongs to an object of another namespace; name an item that no object of another namespace manages$`,
        ),
      );
    },
  );

  const uidOf = (name: ObjectName): string => scene.world.cluster.get(name)?.metadata.uid ?? '';
  test.each([
    ['its id', () => ({ by: 'Id', id: scene.ids.Volume })],
    ['its label', () => ({ by: 'Label', label: 'secret-data' })],
    [
      'its id, and may replace its mark',
      () => ({
        by: 'Id',
        id: scene.ids.Volume,
        replaceMark: markOf(uidOf(theirs('Volume', 'secret-data'))),
      }),
    ],
  ])('by %s is refused the import', async (_, importing) => {
    for (const mode of ['Manage', 'Observe', 'Preview']) {
      const said = await tried('Volume', 'take', { import: importing(), policy: { mode } });
      expect(said).toBe(
        `Refused: spec.import: item ${scene.ids.Volume} belongs to an object of another namespace; import an item that no object of another namespace manages`,
      );
    }
  });

  test('by the id of a node is refused the import', async () => {
    const said = await tried('Instance', 'take', { import: { by: 'Id', id: scene.ids.Node } });
    expect(said).toContain(
      `Refused: spec.import: item ${scene.ids.Node} belongs to an object of another namespace`,
    );
  });

  test('by its natural key reports the conflict without the owner', async () => {
    expect(await tried('Volume', 'twin', { ...DATA, label: 'secret-data' }, /team-a/)).toBe(
      `Conflict: the account already has secret-data (item ${scene.ids.Volume}), which belongs to an object of another namespace`,
    );
  });

  test('by the status of an object of its own, which is forged, is refused', async () => {
    const { world, ids, account } = scene;
    const forged = ours('Instance', 'forged');
    world.cluster.apply(forged, { ...MACHINE, policy: { mode: 'Paused' } });
    world.kill();
    world.cluster.spoil(forged, { id: ids.Instance, account });
    world.start();
    expect(
      await tried('Firewall', 'by-forgery', { instanceRefs: [{ name: 'forged' }], rules: CLOSED }),
    ).toContain('Refused: spec.instanceRefs[0].id: item ');
    expect(
      await tried('Volume', 'by-forgery', {
        ...DATA,
        attachment: { mode: 'Attached', instanceRef: { name: 'forged' } },
      }),
    ).toContain('Refused: spec.attachment.instanceRef.id: item ');
  });
});

test('an item that no object holds may be named by its id, until an object of another namespace imports it; a record inside of it stays then', async () => {
  const fence = keepFence(KINDS, () => world.cluster);
  const world: World = new World({
    kinds: KINDS,
    limits: 'off',
    pollMs: 120_000,
    between: fence.between,
  });
  const { body } = world.outsider.call('POST', '/domains', {
    domain: 'theirs.example',
    type: 'master',
    soa_email: 'dns@theirs.example',
  });
  const { id } = asRecord(body);
  world.start();
  const record = ours('DnsRecord', 'www');
  world.cluster.apply(record, {
    domainRef: { id, domain: ZONE.domain },
    type: 'A',
    name: 'www',
    target: '198.51.100.1',
  });
  await world.until(() => world.condition(record, 'Ready')?.status === 'True');
  const zone = theirs('Domain', 'secret-zone');
  world.cluster.apply(zone, { ...ZONE, import: { by: 'Id', id } });
  await world.until(() => world.condition(zone, 'Ready')?.status === 'True');
  await world.time.advance(40 * 60_000);
  expect(told(world, record, /team-a|secret/)).toContain('Refused: spec.domainRef.id: item');
  world.cluster.delete(record);
  await world.until(() => world.cluster.get(record) === undefined);
  expect(told(world, record, /team-a|secret/)).toBe('undefined: undefined');
  expect(
    world.outsider
      .rows<{ readonly type: string }>(`/domains/${String(id)}/records`)
      .filter(({ type }) => type === 'A'),
  ).toHaveLength(1);
  expect(fence.breaches).toEqual([]);
  await world.stop();
});
