import { CASE_NAME, type Case, type CaseTable } from '../../../model/case.ts';
import { databaseAdmission } from './admission.ts';
import { stages } from './fixtures.ts';
import { settingCases } from './settings.ts';

const item = {
  id: 21,
  label: CASE_NAME,
  engine: 'mysql',
  version: '8.0.26',
  region: 'eu-west',
  type: 'g6-standard-1',
  cluster_size: 1,
  status: 'active',
  encrypted: false,
  replication_type: 'none',
  ssl_connection: true,
  port: 3306,
  hosts: { primary: 'lin-1-mysql-primary.servers.example.com', secondary: null },
  allow_list: [],
  updates: {
    day_of_week: 6,
    duration: 3,
    frequency: 'weekly',
    hour_of_day: 6,
    week_of_month: null,
  },
  created: '2018-01-02T03:04:05',
  updated: '2018-01-02T03:04:05',
};

const ALL = '/databases/mysql/instances';
const spec = { engine: 'mysql/8.0.26', region: 'eu-west', type: 'g6-standard-1' };
const smallest = 'engine: mysql/8.0.26, region: eu-west, type: g6-standard-1';
const LABEL_RULE = 'is not a valid label of a database: 3 to 32 characters; set spec.label';

const creation: readonly Case[] = [
  {
    name: 'is created with TLS and an empty allow list by default',
    source: 'databases#create',
    keptBy: 'plan',
    item: null,
    plan: [`Create (POST ${ALL}) ${smallest}`],
    sends: [{ ...spec, label: CASE_NAME, ssl_connection: true }],
  },
  {
    name: 'is made with all that the body can carry',
    source: 'databases#create',
    keptBy: 'plan',
    item: null,
    spec: {
      label: 'shop',
      clusterSize: 3,
      encrypted: true,
      replicationType: 'asynch',
      sslConnection: false,
      allowList: ['203.0.113.9'],
      updates: { dayOfWeek: 1 },
    },
    plan: [
      `Create (POST ${ALL}) label: shop, ${smallest}, clusterSize: 3, encrypted: true, replicationType: asynch, sslConnection: false, allowList: ["203.0.113.9/32"]`,
    ],
    sends: [
      {
        ...spec,
        label: 'shop',
        cluster_size: 3,
        encrypted: true,
        replication_type: 'asynch',
        ssl_connection: false,
        allow_list: ['203.0.113.9/32'],
      },
    ],
  },
  {
    name: 'is made without waiting for those it will admit',
    item: null,
    spec: { allowListFrom: { instanceRefs: [{ name: 'web-1' }] } },
    ends: 'waiting',
    plan: [`Create (POST ${ALL}) ${smallest}, allowList: []`],
  },
  {
    name: 'a name that is too short needs a label',
    source: 'databases#create',
    keptBy: 'refuse',
    item: null,
    called: 'db',
    plan: [`refuse spec.label: db ${LABEL_RULE}`],
  },
  {
    name: 'a name that is too long needs a label',
    source: 'databases#create',
    keptBy: 'refuse',
    item: null,
    called: 'a-name-of-thirty-three-characters',
    plan: [`refuse spec.label: a-name-of-thirty-three-characters ${LABEL_RULE}`],
  },
];

const unchangeable = (
  name: string,
  fields: object,
  line: string,
  source = 'databases#create',
): Case => ({
  name,
  source,
  keptBy: 'refuse',
  spec: { ...fields },
  plan: [`refuse ${line}`],
});

const fixed: readonly Case[] = [
  { name: 'matching fields are left alone', plan: [] },
  {
    name: 'nothing is asked of a database that is provisioned',
    source: 'databases#status',
    keptBy: 'wait',
    spec: { updates: { dayOfWeek: 1 } },
    item: { status: 'provisioning', hosts: { primary: null, secondary: null } },
    plan: ['wait for the service to provision the database, which takes 15 to 30 minutes'],
  },
  unchangeable(
    'a newer engine is a new database',
    { engine: 'mysql/8.0.30' },
    'spec.engine: the engine of a database cannot be upgraded (is 8.0.26): create a new database and migrate',
    'databases#update',
  ),
  unchangeable(
    'the region is chosen once',
    { region: 'us-east' },
    'spec.region: a database cannot change region (is in eu-west)',
  ),
  unchangeable(
    'the plan is chosen once',
    { type: 'g6-nanode-1' },
    'spec.type: a database cannot change its plan (is g6-standard-1)',
  ),
  unchangeable(
    'the number of nodes is chosen once',
    { clusterSize: 3 },
    'spec.clusterSize: a database cannot change its number of nodes (is 1)',
  ),
  unchangeable(
    'encryption is chosen once',
    { encrypted: true },
    'spec.encrypted: encryption cannot change after creation (is false)',
  ),
  unchangeable(
    'replication is chosen once',
    { replicationType: 'semi_synch' },
    'spec.replicationType: replication cannot change after creation (is none)',
  ),
  unchangeable(
    'TLS is chosen once',
    { sslConnection: false },
    'spec.sslConnection: TLS cannot change after creation (is true)',
  ),
  {
    name: 'TLS is compared only where the spec names it',
    source: 'databases#create',
    keptBy: 'canonical',
    item: { ssl_connection: false },
    plan: [],
  },
  {
    name: 'credentials that are not shown are waited for',
    source: 'databases#credentials',
    keptBy: 'wait',
    details: { credentials: null },
    plan: ['wait for the credentials of the database, which the service does not show yet'],
  },
  {
    name: 'a certificate that is not there yet is waited for',
    source: 'databases#hosts-and-certificate',
    keptBy: 'wait',
    details: { credentials: { username: 'linroot', password: 'p' }, ssl: { ca_certificate: null } },
    plan: ['wait for the certificate of the database, which the service does not show yet'],
  },
  {
    name: 'a certificate that cannot be read is waited for',
    details: { credentials: { username: 'linroot', password: 'p' }, ssl: { ca_certificate: '?' } },
    plan: [
      'wait for a valid certificate of the database: the certificate of the service is not Base64',
    ],
  },
  {
    name: 'a host that is not there yet is waited for',
    item: { hosts: { primary: null, secondary: null } },
    plan: ['wait for the host of the database, which the service does not show yet'],
  },
];

const SNAPSHOT = `Snapshot (POST ${ALL}/21/backups)`;
const made = (id: number) => ({
  id,
  type: 'snapshot',
  label: `s${id}`,
  created: '2018-01-02T03:04:05',
});
const asked = (token: string) => ({ request: { verb: 'Snapshot', token } });

const snapshots: readonly Case[] = [
  {
    name: 'a snapshot has the token as its label',
    source: 'databases#backups',
    keptBy: 'plan',
    ...asked('before7'),
    plan: [SNAPSHOT],
    sends: [{ label: 'before7', target: 'primary' }],
  },
  {
    name: 'a token that is not a valid label is converted to a distinct one',
    source: 'databases#backups',
    keptBy: 'canonical',
    ...asked('before the 2nd migration'),
    plan: [SNAPSHOT],
    sends: [{ label: 'beforethe2ndmie137ca2a760683fe', target: 'primary' }],
  },
  {
    name: 'a fourth snapshot waits until one is deleted',
    source: 'databases#backups',
    keptBy: 'wait',
    ...asked('fourth'),
    details: { backups: [made(1), made(2), made(3)] },
    plan: ['wait for one of the 3 snapshots to be deleted: the service keeps no more'],
  },
  {
    name: 'automatic backups do not count among the three',
    source: 'databases#backups',
    keptBy: 'plan',
    ...asked('third'),
    details: { backups: [made(1), made(2), { ...made(3), type: 'auto' }] },
    plan: [SNAPSHOT],
  },
  {
    name: 'a snapshot waits for the backup under way',
    source: 'databases#backups',
    keptBy: 'wait',
    ...asked('a'),
    item: { status: 'backing_up' },
    plan: ['wait for the database to be active before a snapshot is made (it is backing_up)'],
  },
];

const gone = `Delete (DELETE ${ALL}/21)`;
const removed = (status: string, plan: readonly string[]): Case => ({
  name: `is deleted when it is ${status}`,
  source: 'databases#delete',
  keptBy: plan.length === 1 ? 'plan' : 'wait',
  deleting: true,
  item: { status },
  plan,
});
const removedLater = (status: string): Case =>
  removed(status, [
    `wait for the database to be active, failed or degraded before it is deleted (it is ${status})`,
    `${gone} [after wait]`,
  ]);

const removal: readonly Case[] = [
  removed('active', [gone]),
  removed('failed', [gone]),
  removed('degraded', [gone]),
  ...['provisioning', 'updating', 'backing_up', 'suspended', 'restoring'].map(removedLater),
  { name: 'is not deleted twice', deleting: true, item: { status: 'deleting' }, plan: [] },
  { name: 'what stays carries no mark to take off', retaining: true, plan: [] },
];

const stated = (
  status: string,
  ready: boolean,
  reason: string,
  over: object = {},
  stalled: { readonly stalled?: true } = {},
): Case => ({
  name: `${status} with ${(over as { readonly cluster_size?: number }).cluster_size ?? 1} nodes is ${ready ? '' : 'not '}ready`,
  source: 'databases#status',
  keptBy: 'health',
  item: { status, ...over },
  health: { ready, reason, ...stalled },
});

const health: readonly Case[] = [
  stated('active', true, 'Active'),
  stated('backing_up', true, 'BackingUp'),
  stated('updating', false, 'Updating'),
  stated('updating', true, 'Updating', { cluster_size: 3 }),
  stated('provisioning', false, 'Provisioning'),
  stated('restoring', false, 'Restoring'),
  stated('resuming', false, 'Resuming'),
  stated('suspending', false, 'Suspending'),
  stated('suspended', false, 'Suspended', {}, { stalled: true }),
  stated('degraded', false, 'Degraded', { cluster_size: 3 }),
  stated('failed', false, 'Failed', {}, { stalled: true }),
  stated('deleting', false, 'Deleting'),
  {
    name: 'an unknown status word is shown',
    item: { status: 'key_rotating' },
    health: { ready: false, reason: 'KeyRotating' },
  },
];

/** Behaviour of a MySQLDatabase, row by row. */
export const mysqlDatabaseCases: CaseTable = {
  spec,
  item,
  stages,
  cases: [
    ...creation,
    ...fixed,
    ...settingCases,
    ...snapshots,
    ...removal,
    ...health,
    ...databaseAdmission,
  ],
};
