import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import { asRecord } from '../../src/model/parse.ts';
import {
  type Account,
  admits,
  at,
  attached,
  available,
  devices,
  engine,
  idBehind,
  policies,
  pools,
  ruleCounts,
  runs,
  type Shows,
  tags,
} from './declared-fields.ts';
import { ownerCall } from './outsider.ts';
import type { World } from './world.ts';

const asText = (list: unknown): string => [list].flat().map(String).toSorted().join();

/** The declared members of each kind. */
const DECLARED: Readonly<Record<string, Readonly<Record<string, readonly Shows[]>>>> = {
  Volume: {
    label: [at('label')],
    size: [at('size')],
    region: [at('region')],
    tags: [tags],
    attachment: [attached],
  },
  Instance: {
    label: [at('label')],
    region: [at('region')],
    type: [at('type')],
    group: [at('group')],
    tags: [tags],
    watchdogEnabled: [at('watchdog_enabled')],
    booted: [runs],
    backupsEnabled: [(desired, { row }) => asRecord(row['backups'])['enabled'] === desired],
  },
  Firewall: {
    label: [at('label')],
    tags: [tags],
    enforcement: [at('status')],
    rules: [policies, ruleCounts],
    instanceRefs: [
      devices((desired, account) => desired.map((one) => idBehind(account, 'Instance', one))),
    ],
  },
  Domain: {
    domain: [at('domain')],
    type: [at('type')],
    soaEmail: [at('soa_email')],
    description: [at('description')],
    group: [at('group')],
    tags: [tags],
  },
  DnsRecord: {
    type: [at('type')],
    priority: [(desired, { row }) => row['type'] === 'MX' || row['priority'] === desired],
    weight: [at('weight')],
    port: [at('port')],
  },
  MySQLDatabase: {
    label: [at('label')],
    region: [at('region')],
    type: [at('type')],
    clusterSize: [at('cluster_size')],
    engine: [engine],
    allowList: [admits],
  },
  KubeCluster: {
    label: [at('label')],
    region: [at('region')],
    k8sVersion: [at('k8s_version')],
    tags: [tags],
    pools: [pools],
    controlPlane: [available],
  },
  StackScript: {
    label: [at('label')],
    script: [at('script')],
    images: [(desired, { row }) => asText(desired) === asText(row['images'])],
    description: [at('description')],
    revNote: [at('rev_note')],
    public: [at('is_public')],
  },
  Image: { label: [at('label')], description: [at('description')] },
};

/** Collections of the kinds' items. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  Volume: '/volumes',
  Instance: '/compute/instances',
  Firewall: '/networking/firewalls',
  Domain: '/domains',
  MySQLDatabase: '/databases/mysql/instances',
  KubeCluster: '/kube/clusters',
  StackScript: '/compute/stackscripts',
  Image: '/images/private',
};

/** Returns the declared members of an object's spec that the account does not show, read by a table
 *  independent of the kinds. */
export function undeclared(world: World, object: KubeObject): readonly string[] {
  const { id } = asRecord(object.status);
  const title = `${object.kind}/${object.metadata.name}`;
  const spec = asRecord(object.spec);
  const domain = idBehind({ world, object, row: {}, path: '' }, 'Domain', spec['domainRef']);
  const path = `${COLLECTIONS[object.kind] ?? `/domains/${String(domain)}/records`}/${String(id)}`;
  const { status, body } = ownerCall(world, 'GET', path);
  if (status !== 200) return [`${title}: the account has no ${path}`];
  const account: Account = { world, object, row: asRecord(body), path };
  return Object.entries(DECLARED[object.kind] ?? {}).flatMap(([member, shows]) => {
    const desired = spec[member];
    if (desired === undefined || desired === null || shows.every((one) => one(desired, account)))
      return [];
    return [
      `${title}: spec.${member} is ${JSON.stringify(desired)}, which the account does not show: ${JSON.stringify(body).slice(0, 800)}`,
    ];
  });
}
