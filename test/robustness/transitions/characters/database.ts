import { type Character, each, keeps, type Spec } from '../character.ts';
import { ALLOW_LIST, EXPRESSIONS, labelled, machines } from './allow-list.ts';

const WINDOW = {
  frequency: 'frequency',
  dayOfWeek: 'day_of_week',
  weekOfMonth: 'week_of_month',
  hourOfDay: 'hour_of_day',
  duration: 'duration',
} as const;
type Window = Readonly<Record<string, unknown>>;

const named = (window: Window) =>
  Object.entries(WINDOW).filter(([member]) => window[member] !== undefined);

const SET_AT_CREATION = [
  'engine',
  'region',
  'type',
  'clusterSize',
  'encrypted',
  'replicationType',
  'sslConnection',
] as const;

const isMonthly = (spec: Spec): boolean =>
  (spec['updates'] as Window | undefined)?.['frequency'] === 'monthly';
const hasWeek = (spec: Spec): boolean =>
  (spec['updates'] as Window | undefined)?.['weekOfMonth'] !== undefined;

/** Reports a replication that does not match the number of nodes: none for one, some for three.
 *  Source: databases#create. */
const isMisfit = ({ clusterSize = 1, replicationType }: Spec): boolean =>
  replicationType !== undefined && (clusterSize === 1) !== (replicationType === 'none');

/** A managed database. Source: databases#instances. */
export const database: Character = {
  base: { engine: 'mysql/8.0.26', region: 'eu-west', type: 'g6-nanode-1' },
  facets: {
    label: each('label', 'data-one', 'data_two'),
    engine: each('engine', 'mysql/8.0.26', 'mysql/5.7.30', 'mysql/4.0'),
    region: each('region', 'eu-west', 'us-east'),
    type: each('type', 'g6-nanode-1', 'g6-standard-1', 'g6-none'),
    nodes: {
      values: [
        { clusterSize: 1 },
        { clusterSize: 3 },
        { clusterSize: 3, replicationType: 'asynch' },
        { clusterSize: 3, replicationType: 'semi_synch' },
        { replicationType: 'none' },
        { replicationType: 'asynch' },
      ],
    },
    encrypted: each('encrypted', true, false),
    sslConnection: each('sslConnection', true, false),
    allowList: each(
      'allowList',
      [],
      ['198.51.100.1'],
      ['203.0.113.0/24', '198.51.100.1/32'],
      ['0.0.0.0/0'],
    ),
    allowListFrom: each(
      'allowListFrom',
      {},
      machines('front'),
      machines('front', 'back'),
      machines('front', 'missing'),
      { ...machines('back'), addresses: ['192.0.2.1'] },
      { addresses: ['192.0.2.1', '192.0.2.0/28'] },
      { addresses: [] },
      labelled({ app: 'web' }),
      labelled({ role: 'db' }),
      ...EXPRESSIONS,
      { kubeClusterRefs: [{ name: 'missing' }], ...labelled({ app: 'web' }) },
      { kubeClusterRefs: [] },
    ),
    updates: each(
      'updates',
      {},
      { frequency: 'weekly', dayOfWeek: 3 },
      { frequency: 'weekly', dayOfWeek: 7, hourOfDay: 23, duration: 1 },
      { frequency: 'monthly', weekOfMonth: 2 },
      { frequency: 'monthly', weekOfMonth: 4, dayOfWeek: 1, hourOfDay: 0, duration: 2 },
      { hourOfDay: 12 },
      { duration: 3 },
    ),
  },
  reads: {
    label: { field: 'label' },
    engine: { field: 'engine', as: (engine: string) => engine.split('/')[0] },
    region: { field: 'region' },
    type: { field: 'type' },
    clusterSize: { field: 'cluster_size' },
    encrypted: { field: 'encrypted' },
    replicationType: { field: 'replication_type' },
    sslConnection: { field: 'ssl_connection' },
    allowList: ALLOW_LIST,
    allowListFrom: ALLOW_LIST,
    updates: {
      field: 'updates',
      as: (window: Window) => named(window).map(([member]) => window[member]),
      of: (stored: Window, window: Window) => named(window).map(([, field]) => stored[field]),
    },
  },
  unread: {},
  troubles: (spec) => [
    ...(spec['engine'] === 'mysql/4.0' ? ['engine'] : []),
    ...(spec['type'] === 'g6-none' ? ['type'] : []),
    ...(isMisfit(spec) ? ['replicationType'] : []),
    ...(JSON.stringify(spec['allowListFrom'] ?? '').includes('missing')
      ? ['allowListFrom', 'allowList']
      : []),
  ],
  admits: (after, before) =>
    ['engine', 'region', 'type'].every((member) => after[member] !== undefined) &&
    keeps(after, before, SET_AT_CREATION) &&
    hasWeek(after) === isMonthly(after),
  wayward: { hosts: 'hosts differ', updates: 'the service chooses the day and the hour' },
  partly: ['allowList', 'allowListFrom'],
  groups: [['allowList', 'allowListFrom']],
  // A week requires a monthly window, and is dropped with it.
  after: (_, now) => {
    if (isMonthly(now) || !hasWeek(now)) return now;
    const { weekOfMonth: _week, ...updates } = now['updates'] as Window;
    return { ...now, updates };
  },
};

/** A database that allows the nodes of a cluster. */
export const served: Character = {
  ...database,
  follows: (spec) =>
    JSON.stringify(spec['allowListFrom'] ?? '').includes('"shop"')
      ? { allow_list: 'KubeCluster/shop' }
      : {},
  facets: {
    ...database.facets,
    allowListFrom: each(
      'allowListFrom',
      { kubeClusterRefs: [{ name: 'shop' }] },
      { kubeClusterRefs: [{ name: 'shop' }], ...machines('front') },
      { kubeClusterRefs: [{ name: 'missing' }] },
      machines('front'),
      ...EXPRESSIONS,
    ),
  },
};
