import { userTags } from '../../../src/model/tags.ts';
import { CLUSTER, DATABASE, GUARDED, HOSTS, POOL } from './given.ts';
import {
  type FieldRow,
  type Given,
  type Item,
  labelFor,
  member,
  rowsOf,
  type Scene,
  type Seen,
  type Spec,
} from './scene.ts';

/** Builds a row with a label, which is short and unique among databases. */
const database = (
  field: string,
  label: string,
  was: Spec,
  now: FieldRow['now'],
  look: Seen,
  shows: unknown,
): FieldRow => rowsOf('MySQLDatabase', { ...DATABASE, label })(field, was, now, look, shows);
const allowed: Seen = ({ item }) => (item['allow_list'] as readonly string[]).toSorted();
const addressesOf = (given: Given, name: string): readonly string[] =>
  (given.item(name)['ipv4'] as readonly string[]).map((address) => `${address}/32`).toSorted();
const admitting = (field: string, label: string, from: Spec, name: string): FieldRow => {
  const was = { allowListFrom: { addresses: ['192.0.2.1'] } };
  return database(field, label, was, { allowListFrom: from }, allowed, ({ given }: Scene) =>
    addressesOf(given, name),
  );
};
const WINDOW: Spec = {
  frequency: 'monthly',
  dayOfWeek: 1,
  weekOfMonth: 1,
  hourOfDay: 1,
  duration: 1,
};
const inWindow = (field: string, stored: string, now: unknown, more: Spec = {}): FieldRow => {
  const later = { ...WINDOW, ...more, [field]: now };
  const look: Seen = ({ item }) => member(item['updates'], stored);
  return database(
    `updates.${field}`,
    `db-${field.toLowerCase()}`,
    { updates: WINDOW },
    { updates: later },
    look,
    now,
  );
};
/** Reads the addresses of a cluster's nodes, which are instances of the account. */
const ofNodes: Seen = async ({ service, given }) => {
  const pools = await service.rows<Item>(`/kube/clusters/${given.item('cluster').id}/pools`);
  const nodes = pools.flatMap((pool) =>
    (pool['nodes'] as readonly Spec[]).map((node) => node['instance_id']),
  );
  const instances = await service.rows<Item>('/compute/instances');
  return instances
    .flatMap(({ id, ipv4 }) =>
      nodes.includes(id) ? (ipv4 as readonly string[]).map((one) => `${one}/32`) : [],
    )
    .toSorted();
};

export const databaseRows: readonly FieldRow[] = [
  database('label', 'db-old', {}, { label: 'db-new' }, ({ item }) => item['label'], 'db-new'),
  database('allowList', 'db-list', { allowList: [] }, { allowList: ['192.0.2.7'] }, allowed, [
    '192.0.2.7/32',
  ]),
  admitting(
    'allowListFrom.instanceRefs',
    'db-refs',
    { instanceRefs: [{ name: HOSTS[0] }] },
    HOSTS[0],
  ),
  admitting(
    'allowListFrom.instanceSelector',
    'db-selector',
    { instanceSelector: { matchLabels: { guarded: GUARDED[0] } } },
    GUARDED[0],
  ),
  database(
    'allowListFrom.kubeClusterRefs',
    'db-cluster',
    { allowListFrom: { addresses: ['192.0.2.1'] } },
    { allowListFrom: { kubeClusterRefs: [{ name: 'cluster' }] } },
    allowed,
    ofNodes,
  ),
  database(
    'allowListFrom.addresses',
    'db-addresses',
    { allowListFrom: { addresses: ['192.0.2.1'] } },
    { allowListFrom: { addresses: ['192.0.2.2'] } },
    allowed,
    ['192.0.2.2/32'],
  ),
  inWindow('frequency', 'frequency', 'weekly', { weekOfMonth: undefined }),
  inWindow('dayOfWeek', 'day_of_week', 7),
  inWindow('weekOfMonth', 'week_of_month', 3),
  inWindow('hourOfDay', 'hour_of_day', 23),
  inWindow('duration', 'duration', 3),
];

const cluster = (
  field: string,
  was: Spec,
  now: FieldRow['now'],
  look: Seen,
  shows: unknown,
): FieldRow =>
  rowsOf('KubeCluster', { ...CLUSTER, label: labelFor(field) })(field, was, now, look, shows);
const pools = (...all: readonly Spec[]): Spec => ({ pools: all });
const poolsOf = ({ service, item }: Scene): Promise<readonly Item[]> =>
  service.rows<Item>(`/kube/clusters/${item.id}/pools`);
const inPools =
  (field: string): Seen =>
  async (scene) =>
    (await poolsOf(scene)).map((pool) => pool[field]);
/** Builds a row for an immutable member of a pool, which a pool of another name has instead. */
const replaced = (field: string, change: Spec, look: Seen, shows: unknown): FieldRow =>
  cluster(`pools[].${field}`, {}, pools({ ...POOL, name: 'other', ...change }), look, shows);

export const clusterRows: readonly FieldRow[] = [
  rowsOf('KubeCluster', CLUSTER)(
    'label',
    { label: 'lke-old' },
    { label: 'lke-new' },
    ({ item }) => item['label'],
    'lke-new',
  ),
  cluster(
    'k8sVersion',
    { k8sVersion: '1.24' },
    { k8sVersion: '1.25' },
    ({ item }) => item['k8s_version'],
    '1.25',
  ),
  cluster(
    'tags',
    { tags: ['old'] },
    { tags: ['new'] },
    ({ item }) => userTags(item['tags'] as string[]),
    ['new'],
  ),
  cluster(
    'controlPlane.highAvailability',
    {},
    { controlPlane: { highAvailability: true } },
    ({ item }) => member(item['control_plane'], 'high_availability'),
    true,
  ),
  cluster(
    'pools[].name',
    {},
    pools(POOL, { ...POOL, name: 'second' }),
    async (scene) => (await poolsOf(scene)).length,
    2,
  ),
  cluster('pools[].count', {}, pools({ ...POOL, count: 2 }), inPools('count'), [2]),
  cluster(
    'pools[].autoscaler',
    {},
    pools({ ...POOL, autoscaler: { enabled: true, min: 1, max: 3 } }),
    inPools('autoscaler'),
    [{ enabled: true, min: 1, max: 3 }],
  ),
  cluster(
    'pools[].id',
    {},
    async (scene) => pools({ ...POOL, name: 'renamed', id: (await poolsOf(scene))[0]?.id }),
    async (scene) => [
      (await poolsOf(scene)).length,
      (await scene.service.calls())['DELETE /kube/clusters/{clusterId}/pools/{poolId}'] ??
        'none gone',
    ],
    [1, 'none gone'],
  ),
  replaced('type', { type: 'g6-standard-2' }, inPools('type'), ['g6-standard-2']),
  replaced('disks[]', { disks: [{ size: 1_024, type: 'ext4' }] }, inPools('disks'), [
    [{ size: 1_024, type: 'ext4' }],
  ]),
];
