/** A change of an item from outside: a request below the item's own path. */
export interface Meddling {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly below: string;
  readonly body?: object;
}

/** An object of a history. `specs`: forms between which a user may change at any time; the last is
 *  reachable from every other. */
export interface Character {
  readonly path: string;
  readonly specs: readonly object[];
  readonly meddling: readonly Meddling[];
}

const GONE: Meddling = { method: 'DELETE', below: '' };
const put = (body: object, below = ''): Meddling => ({ method: 'PUT', below, body });

const DATA = { region: 'eu-west', size: 20 };
const WEB = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] };
const PING = { action: 'ACCEPT', protocol: 'ICMP', addresses: { ipv4: ['198.51.100.0/24'] } };
const ZONE = { domain: 'example.org', type: 'master', soaEmail: 'dns@example.org' };
const WWW = { domainRef: { name: 'zone' }, type: 'A', name: 'www', target: '198.51.100.1' };
const SHOP = { engine: 'mysql/8.0.26', region: 'eu-west', type: 'g6-standard-1', clusterSize: 1 };
const WORK = {
  region: 'eu-west',
  k8sVersion: '1.25',
  pools: [{ name: 'web', type: 'g6-standard-2', count: 1 }],
};

const SETUP = { script: '#!/bin/sh\n', images: ['any/all'] };

/** The Secret with the credential of one object, for its rotation. */
export const ACCOUNT_SECRET = 'account';
/** The Secret with a token of another account. */
export const SECOND_SECRET = 'second';

/** The instance that others refer to, and the label by which they select it. */
export const MACHINE = 'Instance/web';
/** The cluster whose nodes are instances of the account. */
export const CLUSTER = 'KubeCluster/work';
export const SELECTED = { app: 'web' };
const FROM_WEB = { instanceRefs: [{ name: 'web' }] };
const BY_LABEL = { instanceSelector: { matchLabels: SELECTED } };

/** A small world with many interactions: at least one object of every kind, and references among
 *  them. */
export const UNIVERSE: Readonly<Record<string, Character>> = {
  'Volume/data': {
    path: '/volumes',
    specs: [
      DATA,
      { ...DATA, size: 30 },
      { ...DATA, size: 40, tags: ['blue'] },
      { ...DATA, size: 40, label: 'renamed' },
    ],
    meddling: [GONE, put({ label: 'theirs' }), put({ tags: ['theirs'] })],
  },
  'Volume/logs': {
    path: '/volumes',
    specs: [
      {
        ...DATA,
        credentialsRef: { name: ACCOUNT_SECRET },
        attachment: { mode: 'Attached', instanceRef: { name: 'web' } },
      },
      { ...DATA, credentialsRef: { name: ACCOUNT_SECRET }, attachment: { mode: 'Detached' } },
      { ...DATA, credentialsRef: { name: ACCOUNT_SECRET } },
    ],
    meddling: [GONE, { method: 'POST', below: '/detach' }],
  },
  'Instance/web': {
    path: '/compute/instances',
    specs: [
      WEB,
      { ...WEB, tags: ['blue'] },
      { ...WEB, label: 'front' },
      { ...WEB, type: 'g6-standard-1' },
    ],
    meddling: [GONE, put({ label: 'theirs' }), { method: 'POST', below: '/shutdown', body: {} }],
  },
  'Firewall/wall': {
    path: '/networking/firewalls',
    specs: [
      { rules: CLOSED },
      { rules: { ...CLOSED, inbound: [PING] }, instanceRefs: [{ name: 'web' }] },
      { rules: CLOSED, ...BY_LABEL },
      { rules: CLOSED, tags: ['blue'] },
    ],
    meddling: [
      GONE,
      put(
        { inbound_policy: 'ACCEPT', outbound_policy: 'ACCEPT', inbound: [], outbound: [] },
        '/rules',
      ),
    ],
  },
  'Domain/zone': {
    path: '/domains',
    specs: [ZONE, { ...ZONE, ttlSec: 3_600 }, { ...ZONE, tags: ['blue'] }],
    meddling: [GONE, put({ soa_email: 'theirs@example.org' })],
  },
  'DnsRecord/www': {
    path: '/domains/{}/records',
    specs: [WWW, { ...WWW, target: '198.51.100.2' }, { ...WWW, ttlSec: 300 }],
    meddling: [GONE, put({ target: '203.0.113.9' })],
  },
  'MySQLDatabase/shop': {
    path: '/databases/mysql/instances',
    specs: [
      SHOP,
      { ...SHOP, allowListFrom: BY_LABEL },
      { ...SHOP, allowListFrom: FROM_WEB },
      { ...SHOP, allowList: ['203.0.113.0/24'] },
    ],
    meddling: [GONE, put({ label: 'theirs' })],
  },
  'KubeCluster/work': {
    path: '/kube/clusters',
    specs: [
      WORK,
      { ...WORK, pools: [{ name: 'web', type: 'g6-standard-2', count: 2 }] },
      { ...WORK, pools: [...WORK.pools, { name: 'jobs', type: 'g6-standard-1', count: 1 }] },
    ],
    meddling: [GONE, put({ label: 'theirs' })],
  },
  'StackScript/setup': {
    path: '/compute/stackscripts',
    specs: [
      SETUP,
      { ...SETUP, script: '#!/bin/sh\necho later\n', revNote: 'later' },
      { ...SETUP, images: ['compute/debian11'] },
      { ...SETUP, label: 'renamed' },
    ],
    meddling: [GONE, put({ script: '#!/bin/sh\necho theirs\n' }), put({ rev_note: 'theirs' })],
  },
};

/** Policies of users; in the end all objects use the first again. */
export const POLICIES = [
  { deletion: 'Delete', drift: 'Correct', loss: 'Recreate', consent: 'Auto' },
  { deletion: 'Delete', drift: 'Report', loss: 'Hold' },
  { deletion: 'Retain', loss: 'Recreate' },
  { deletion: 'Delete', mode: 'Preview' },
  { deletion: 'Delete', mode: 'Paused' },
] as const;

/** Faults between the operator and the service, a few times each. */
export const SERVICE_FAULTS = [
  { kind: 'refuse', status: 500, count: 5 },
  { kind: 'refuse', status: 503, retryAfter: 20, count: 2 },
  { kind: 'throttle', retryAfter: 15, count: 3 },
  { kind: 'dropBefore', count: 3 },
  { kind: 'dropAfter', method: 'POST', count: 1 },
  { kind: 'dropAfter', count: 4 },
  { kind: 'errorAfter', method: 'POST', count: 1 },
  { kind: 'errorAfter', method: 'DELETE', count: 1 },
  { kind: 'truncate', count: 2 },
  { kind: 'wrongJson', count: 2 },
  { kind: 'staleListing', count: 4 },
  { kind: 'shortListing', count: 3 },
  { kind: 'filterIgnored', count: 5 },
] as const;

/** Routes of the items' collections. */
export const COLLECTIONS = [
  ...new Set(Object.values(UNIVERSE).map(({ path }) => path.replace('{}', '{domainId}'))),
];

/** Failures of the Kubernetes API on writes. `after`: the write still took effect. */
export const CLUSTER_FAULTS = [
  { code: 'Conflict', after: false },
  { code: 'Unreachable', after: false },
  { code: 'Unreachable', after: true },
  { code: 'Denied', after: false },
] as const;
