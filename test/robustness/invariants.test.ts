import { expect, test } from 'vitest';
import { recordOf } from '../../src/engine/pass/intent.ts';
import type { Account } from '../../src/engine/ports/cloud.ts';
import type { KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { ANNOTATION, FINALIZER } from '../../src/model/group.ts';
import type { Item } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { del, post, put, type Read } from '../../src/model/request.ts';
import { Secret } from '../../src/model/secret.ts';
import { markOf } from '../../src/model/tags.ts';
import { cloudOn } from '../support/cloud-on.ts';
import { safe } from '../support/invariants.ts';
import { keepLedger } from '../support/ledger.ts';
import { MemoryCluster } from '../support/memory-cluster.ts';
import { mortal } from '../support/mortal.ts';
import { operate } from '../support/operations.ts';
import { presentSecrets } from '../support/present-secrets.ts';
import { keepApart } from '../support/rivals.ts';
import { watchedBy } from '../support/watch.ts';
import { World } from '../support/world.ts';

/** Breaks each invariant on purpose, with a process that acts as the operator never may. */

const named = (kind: string, name: string, namespace = 'default'): ObjectName => ({
  kind,
  namespace,
  name,
});
const DATA = named('Volume', 'data');
const WEB = named('Instance', 'web');
const CAUSE = { class: 'user', namespace: 'default' } as const;
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] };

/** Builds the ports of an additional process, watched like the operator. Its engine is idle. */
async function rogue(world: World) {
  const life = { alive: true, fate: () => 'live' as const };
  const cloud = cloudOn(world.wire, world.time, life, world.bugs);
  const ports = watchedBy(world.watches, { cloud, cluster: mortal(world.cluster, life) }, life);
  const opened = await ports.cloud.open({
    token: new Secret(world.service.tokens.admin),
    baseUrl: null,
  });
  if (!opened.ok) throw new Error(opened.failure.code);
  return { ports, account: opened.value };
}

/** Builds a world with ready objects, and an uncontrolled process in it. */
async function scene(...objects: readonly (readonly [ObjectName, object])[]) {
  const world = new World({ kinds: KINDS, limits: 'off' });
  const ledger = keepLedger(world, KINDS);
  world.start();
  for (const [name, spec] of objects) world.cluster.apply(name, spec);
  await world.until(() =>
    objects.every(([name]) => world.condition(name, 'Ready')?.status === 'True'),
  );
  const breaches = (): readonly string[] => safe(world, ledger, KINDS);
  expect(breaches()).toEqual([]);
  return { world, breaches, ...(await rogue(world)) };
}

type Scene = Awaited<ReturnType<typeof scene>>;

function objectOf({ world }: Scene, name: ObjectName): KubeObject {
  const object = world.cluster.get(name);
  if (object === undefined) throw new Error(`no ${name.kind}`);
  return object;
}

const idOf = (at: Scene, name: ObjectName): number =>
  Number(asRecord(objectOf(at, name).status)['id']);

const VOLUMES: Read<Item> = {
  path: '/volumes',
  schema: KINDS.find(({ kind }) => kind === 'Volume')?.item,
  paged: true,
} as Read<Item>;

/** Actions of a pass before it concludes that a volume is gone. */
const PROOFS: readonly (readonly [
  what: string,
  prove: (account: Account, at: Scene) => Promise<unknown>,
  isProof: boolean,
])[] = [
  ['nothing', async () => undefined, false],
  ['a listing', (account, { world }) => account.list(VOLUMES, world.time.now(), CAUSE), false],
  [
    'a listing and an identity from before it',
    async (account, { world }) => {
      const before = world.time.now() - 1;
      await account.list(VOLUMES, world.time.now(), CAUSE);
      return account.identity(before);
    },
    false,
  ],
  [
    'a listing of another collection and an identity after it',
    async (account, { world }) => {
      await account.list({ ...VOLUMES, path: '/domains' }, world.time.now(), CAUSE);
      return account.identity(world.time.now());
    },
    false,
  ],
  [
    'a listing and an identity after it',
    async (account, { world }) => {
      await account.list(VOLUMES, world.time.now(), CAUSE);
      return account.identity(world.time.now());
    },
    true,
  ],
];

/** Conclusions of absence. */
const CONCLUSIONS: Readonly<Record<string, (at: Scene) => Promise<unknown>>> = {
  'forgets its item': (at) => at.ports.cluster.patchStatus(objectOf(at, DATA), { id: null }),
  'says that its item is lost': (at) =>
    at.ports.cluster.patchStatus(objectOf(at, DATA), {
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'Lost',
          message: 'm',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    }),
  'is let go': (at) => {
    at.world.cluster.apply(
      DATA,
      { region: 'eu-west', size: 20 },
      { finalizers: [FINALIZER], deletionTimestamp: '2026-01-01T00:00:00Z' },
    );
    return at.ports.cluster.patch(objectOf(at, DATA), { metadata: { finalizers: [] } });
  },
};

test.each(
  Object.keys(CONCLUSIONS).flatMap((what) => PROOFS.map((proof) => [what, ...proof] as const)),
)('absence: an object %s after %s', async (what, _, prove, isProof) => {
  const at = await scene([DATA, { region: 'eu-west', size: 20 }]);
  const path = `/volumes/${idOf(at, DATA)}`;
  at.world.outsider.call('DELETE', path);
  await prove(at.account, at);
  await CONCLUSIONS[what]?.(at);
  expect(at.breaches()).toEqual(
    isProof ? [] : [`Volume/data ${what}, and nothing proves that ${path} is gone`],
  );
});

test.each([
  [DATA, { region: 'eu-west', size: 20 }, /^\/volumes\/\d+$/],
  [
    named('DnsRecord', 'www'),
    { domainRef: { name: 'zone' }, type: 'A', name: 'www', target: '198.51.100.1' },
    /^\/domains\/\d+\/records\/\d+$/,
  ],
])('absence: an item that was there before the watch began (%o)', async (name, spec, path) => {
  const first = await scene(
    [named('Domain', 'zone'), { domain: 'example.org', type: 'master', soaEmail: 'a@example.org' }],
    [name, spec],
  );
  await first.world.stop();
  const world = first.world.fork();
  const ledger = keepLedger(world, KINDS);
  const at = { world, breaches: () => safe(world, ledger, KINDS), ...(await rogue(world)) };
  await at.ports.cluster.patchStatus(objectOf(at, name), { id: null });
  const [breach = '', ...others] = at.breaches();
  const [, said, where = ''] = /^(.*), and nothing proves that (.*) is gone$/.exec(breach) ?? [];
  expect([said, path.test(where), others]).toEqual([
    `${name.kind}/${name.name} forgets its item`,
    true,
    [],
  ]);
});

test('an intent: one that is dropped while what its create made is not recorded', async () => {
  const at = await scene([DATA, { region: 'eu-west', size: 20 }]);
  at.world.kill();
  const object = objectOf(at, DATA);
  const { uid } = object.metadata;
  const path = `/volumes/${idOf(at, DATA)}`;
  await at.world.cluster.patchStatus(object, { id: null });
  expect(at.breaches()).toEqual([]);
  await at.world.cluster.patchStatus(objectOf(at, DATA), { internal: { intent: null } });
  expect(at.breaches()).toEqual([`${path} is not looked for: its object has no intent for it`]);
  await at.world.cluster.patchStatus(objectOf(at, DATA), {
    internal: {
      intent: recordOf({ uid, at: 1, account: 'a', path: '/domains', key: 'k', marked: true }),
    },
  });
  expect(at.breaches()).toEqual([`${path} is not looked for: its object has no intent for it`]);
});

const NAMES = {
  'a reference': { instanceRefs: [{ name: 'web' }] },
  'a selector': { instanceSelector: { matchLabels: { role: 'web' } } },
} as const;

/** An object that protects or allows the instance, and the request that removes it. */
const TAKERS: Readonly<Record<string, (names: object) => readonly [ObjectName, object]>> = {
  Firewall: (names) => [named('Firewall', 'wall'), { rules: CLOSED, ...names }],
  MySQLDatabase: (names) => [
    named('MySQLDatabase', 'shop'),
    {
      engine: 'mysql/8.0.26',
      region: 'eu-west',
      type: 'g6-standard-1',
      clusterSize: 1,
      allowListFrom: names,
    },
  ],
};

test.each(
  Object.keys(TAKERS).flatMap((kind) =>
    Object.entries(NAMES).map(([how, names]) => [kind, how, names] as const),
  ),
)('a machine that runs loses what a %s gives it by %s', async (kind, _, names) => {
  const taker = TAKERS[kind]?.(names);
  if (taker === undefined) throw new Error('no taker');
  const at = await scene([WEB, MACHINE], taker);
  at.world.cluster.apply(WEB, MACHINE, { labels: { role: 'web' } });
  await at.world.time.advance(20 * 60_000);
  expect([at.breaches(), at.world.condition(taker[0], 'Synced')?.reason]).toEqual([[], 'InSync']);
  const [machine, item] = [idOf(at, WEB), idOf(at, taker[0])];
  const device = at.world.outsider.rows<Item>(
    kind === 'Firewall' ? `/networking/firewalls/${item}/devices` : '/volumes',
  )[0]?.id;
  const request =
    kind === 'Firewall'
      ? del(`/networking/firewalls/${item}/devices/${device}`)
      : put(`/databases/mysql/instances/${item}`, { allow_list: [] });
  at.world.cluster.delete(WEB);
  await at.account.write(request, CAUSE);
  expect(at.breaches()).toEqual([
    `${request.method} ${request.path} takes what protects or admits it from machine ${machine}, which runs and is named`,
  ]);
});

test('a consent: one that a status begins to record without counting it', async () => {
  const at = await scene([WEB, { ...MACHINE, backupsEnabled: false }]);
  const consent = {
    hash: 'a-plan',
    asked: 'a-spec',
    steps: ['a-step'],
    lastUsedAt: new Date(at.world.time.now()).toISOString(),
  };
  await at.ports.cluster.patchStatus(objectOf(at, WEB), { internal: { consent, consents: 1 } });
  expect(at.breaches()).toEqual([]);
  await at.ports.cluster.patchStatus(objectOf(at, WEB), {
    internal: { consent: { ...consent, hash: 'another-plan' } },
  });
  expect(at.breaches()).toEqual(['Instance/web records a consent and does not count it']);
});

test('a consent: one that is used for the same request again', async () => {
  const at = await scene([WEB, { ...MACHINE, backupsEnabled: true }]);
  at.world.kill();
  const path = `/compute/instances/${idOf(at, WEB)}/backups`;
  const { account } = at;
  const cancel = () => account.write(post(`${path}/cancel`), CAUSE);
  at.world.cluster.annotate(WEB, { [ANNOTATION.consent]: 'a-plan' });
  await cancel();
  await cancel();
  expect(at.breaches()).toEqual([]);
  at.world.outsider.call('POST', `${path}/enable`);
  at.world.cluster.annotate(WEB, { [ANNOTATION.consent]: 'another-plan' });
  await cancel();
  expect(at.breaches()).toEqual([]);
  at.world.outsider.call('POST', `${path}/enable`);
  await cancel();
  expect(at.breaches()).toEqual([`POST ${path}/cancel with a consent that was used before`]);
});

test('a consent: one that is used again after a copy of etcd that cannot know its use', async () => {
  const at = await scene([WEB, { ...MACHINE, backupsEnabled: true }]);
  at.world.kill();
  const path = `/compute/instances/${idOf(at, WEB)}/backups`;
  const cancel = () => at.account.write(post(`${path}/cancel`), CAUSE);
  const copied = () => new MemoryCluster(() => at.world.time.now(), KINDS, at.world.cluster);
  at.world.cluster.annotate(WEB, { [ANNOTATION.consent]: 'a-plan' });
  const before = copied();
  await cancel();
  await at.ports.cluster.patchStatus(objectOf(at, WEB), { conditions: [] });
  const after = copied();
  for (const copy of [before, after]) {
    at.world.cluster.putBack(copy);
    at.world.outsider.call('POST', `${path}/enable`);
    await cancel();
    await at.ports.cluster.patchStatus(objectOf(at, WEB), { conditions: [] });
    expect(at.breaches()).toEqual(
      copy === before ? [] : [`POST ${path}/cancel with a consent that was used before`],
    );
  }
});

const CLUSTER = named('KubeCluster', 'work');
const POOLS = [1, 2].map((at) => ({ name: `pool-${at}`, type: 'g6-standard-2', count: 1 }));

test.each([
  [
    'a pool that is gone',
    (at: Scene) => del(`/kube/clusters/${idOf(at, CLUSTER)}/pools/${poolOf(at)}`),
    0,
  ],
  [
    'credentials that are made again each time',
    (at: Scene) => del(`/kube/clusters/${idOf(at, CLUSTER)}/kubeconfig`),
    1,
  ],
] as const)('a consent: a request that is repeated for %s', async (_, requestFor, breaches) => {
  const at = await scene([CLUSTER, { region: 'eu-west', k8sVersion: '1.25', pools: POOLS }]);
  at.world.kill();
  at.world.cluster.annotate(CLUSTER, { [ANNOTATION.consent]: 'a-plan' });
  const request = requestFor(at);
  const first = await at.account.write(request, CAUSE);
  expect([first.ok, at.breaches()]).toEqual([true, []]);
  const again = await at.account.write(request, CAUSE);
  expect(again.ok).toBe(breaches > 0);
  expect(at.breaches()).toEqual(
    Array(breaches).fill(`DELETE ${request.path} with a consent that was used before`),
  );
});

test('a consent: one in an Operation that is used for the same request again', async () => {
  const at = await scene([CLUSTER, { region: 'eu-west', k8sVersion: '1.25', pools: POOLS }]);
  at.world.kill();
  operate(at.world.cluster, CLUSTER, 'RegenerateKubeconfig', 'renew', undefined, {
    approvedPlan: 'a-plan',
  });
  const request = del(`/kube/clusters/${idOf(at, CLUSTER)}/kubeconfig`);
  await at.account.write(request, CAUSE);
  expect(at.breaches()).toEqual([]);
  await at.account.write(request, CAUSE);
  expect(at.breaches()).toEqual([`DELETE ${request.path} with a consent that was used before`]);
});

const poolOf = (at: Scene): number | undefined =>
  at.world.outsider.rows<{ readonly id: number }>(`/kube/clusters/${idOf(at, CLUSTER)}/pools`)[0]
    ?.id;

test('a tenant: a write for one namespace to an item that another one holds', async () => {
  const at = await scene([DATA, { region: 'eu-west', size: 20 }]);
  const path = `/volumes/${idOf(at, DATA)}`;
  await at.account.write(put(path, { label: 'same' }), CAUSE);
  expect(at.breaches()).toEqual([]);
  await at.account.write(put(path, { label: 'other' }), { ...CAUSE, namespace: 'team-b' });
  expect(at.breaches()).toEqual([`PUT ${path} for team-b, and the item is held in default`]);
});

const OTHERS = { class: 'user', namespace: 'team-b' } as const;

test("a tenant: an item that only a forged status holds is no other namespace's", async () => {
  const at = await scene([DATA, { region: 'eu-west', size: 20 }]);
  const { world, account, breaches } = at;
  world.cluster.spoil(DATA, { ...asRecord(world.cluster.get(DATA)?.status) });
  await account.write(put(`/volumes/${idOf(at, DATA)}`, { label: 'theirs' }), OTHERS);
  expect(breaches()).toEqual([]);
  await world.stop();
});

test('a tenant: a machine from a backup, and a write to a node, that another namespace holds', async () => {
  const cluster = named('KubeCluster', 'work');
  const at = await scene(
    [WEB, { ...MACHINE, backupsEnabled: true }],
    [
      cluster,
      {
        region: 'eu-west',
        k8sVersion: '1.25',
        pools: [{ name: 'web', type: 'g6-standard-2', count: 1 }],
      },
    ],
  );
  const { world, account, breaches } = at;
  const made = world.outsider.call('POST', `/compute/instances/${idOf(at, WEB)}/backups`, {
    label: 'now',
  });
  const backup = asRecord(made.body)['id'];
  const shown = (): string => JSON.stringify(world.cluster.get(WEB)?.status);
  await world.until(() => shown().includes(String(backup)));
  const nodes = JSON.stringify(world.cluster.get(cluster)?.status);
  const [, node] = /"instanceId":(\d+)/.exec(nodes) ?? [];
  await account.write(post('/compute/instances', { region: 'eu-west', backup_id: backup }), OTHERS);
  await account.write(put(`/compute/instances/${node}`, { label: 'theirs' }), OTHERS);
  expect(breaches()).toEqual([
    'POST /compute/instances for team-b, and the item is held in default',
    `PUT /compute/instances/${node} for team-b, and the item is held in default`,
  ]);
  await world.stop();
});

test('a connection: a Secret in another namespace, and one that differs from the service', async () => {
  const shop = named('MySQLDatabase', 'shop');
  const at = await scene([
    shop,
    { engine: 'mysql/8.0.26', region: 'eu-west', type: 'g6-standard-1' },
  ]);
  const { world, ports, breaches } = at;
  await world.time.advance(60_000);
  expect(presentSecrets(world, KINDS)).toEqual([]);
  const there = world.cluster.secrets.get('default', 'shop-connection');
  if (there === undefined) throw new Error('no Secret');
  const { labels, contents } = there;
  await ports.cluster.putSecret(
    { namespace: 'team-b', name: 'theirs', labels, contents, owner: null },
    null,
  );
  const id = idOf(at, shop);
  expect(breaches()).toEqual([
    `Secret team-b/theirs gets the data of MySQLDatabase ${id}, which is held in default`,
  ]);
  world.cluster.secrets.apply('default', 'shop-connection', { password: new Secret('old') });
  expect(presentSecrets(world, KINDS)).toEqual([
    `MySQLDatabase default/shop: its Secret has not what the service tells of item ${id} now`,
  ]);
  await world.stop();
});

test('a status: one that is too large to be written for ever', async () => {
  const at = await scene([DATA, { region: 'eu-west', size: 20 }]);
  at.world.kill();
  await at.world.cluster.patchStatus(objectOf(at, DATA), { hardwareType: 'x'.repeat(300_000) });
  expect(at.breaches()).toEqual([
    expect.stringMatching(/^the status of Volume\/data has 30\d{4} characters$/),
  ]);
});

test('two clusters: a write of the one to an item of the other', async () => {
  const first = new World({ kinds: KINDS, limits: 'off' });
  const second = new World({ kinds: KINDS, limits: 'off', beside: first });
  const { breaches } = keepApart([first, second]);
  first.start();
  first.cluster.apply(DATA, { region: 'eu-west', size: 20 });
  await first.until(() => first.condition(DATA, 'Synced')?.reason === 'InSync');
  const id = asRecord(first.cluster.get(DATA)?.status)['id'];
  const { account } = await rogue(second);
  await account.write(put(`/volumes/${String(id)}`, { label: 'mine' }), CAUSE);
  expect(breaches).toEqual([`PUT /volumes/${String(id)}, which another cluster manages`]);
  const taken = second.cluster.apply(DATA, {
    import: { by: 'Id', id, replaceMark: markOf('00000000-0000-4000-8000-000000000001') },
  });
  await second.cluster.patchStatus(taken, { id });
  await account.write(put(`/volumes/${String(id)}`, { label: 'mine' }), CAUSE);
  expect(breaches.length).toBe(1);
  const back = await rogue(first);
  await back.account.write(put(`/volumes/${String(id)}`, { label: 'theirs' }), CAUSE);
  expect(breaches.length).toBe(2);
});
