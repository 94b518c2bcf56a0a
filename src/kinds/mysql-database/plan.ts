import type { MySqlDatabase } from '../../api/databases.ts';
import { path } from '../../api/endpoint.ts';
import { DatabaseCreate, mysql } from '../../api/mysql.ts';
import { decodeBase64 } from '../../model/base64.ts';
import { inOrder } from '../../model/chain.ts';
import { del, post } from '../../model/request.ts';
import { among, type Change, call, changes, refuse, type Step, wait } from '../../model/step.ts';
import { databaseHas, databaseWants, labelOf } from './fields.ts';
import { settingSteps } from './parts/settings.ts';
import type { Desired, Observed } from './types.ts';

const IN_BODY = [
  'label',
  'engine',
  'region',
  'type',
  'clusterSize',
  'encrypted',
  'replicationType',
  'sslConnection',
  'allowList',
];

/** Creates a database in one request; the maintenance window follows once it is active. TLS is
 *  requested explicitly, because the meaning of omitting it is disputed. Source:
 *  databases#create. */
export function createDatabase(desired: Desired): readonly Step[] {
  const { spec } = desired;
  const label = labelOf(desired);
  if (!DatabaseCreate.shape.label.safeParse(label).success) {
    return [
      refuse(
        'spec.label',
        `${label} is not a valid label of a database: 3 to 32 characters; set spec.label`,
      ),
    ];
  }
  const wants = databaseWants(desired);
  const body = {
    label,
    engine: spec.engine,
    region: spec.region,
    type: spec.type,
    cluster_size: spec.clusterSize,
    encrypted: spec.encrypted,
    replication_type: spec.replicationType,
    ssl_connection: spec.sslConnection ?? true,
    allow_list: wants['allowList'],
  };
  return [
    call('Create', post(mysql.create.path, body), among(changes(wants, {}), ...IN_BODY), {
      answers: 'item',
    }),
  ];
}

/** Interval between reads of the shared listing during operations that take minutes. */
const SLOW_MS = 60_000;

/** Returns the steps that bring the database to the spec: one update at a time, then waits for
 *  connection data; refusals last. Source: databases#update; databases#status. */
export function updateDatabase(desired: Desired, observed: Observed): readonly Step[] {
  const { item } = observed;
  if (item.status === 'provisioning') {
    return [wait('the service to provision the database, which takes 15 to 30 minutes', SLOW_MS)];
  }
  const changed = changes(databaseWants(desired), databaseHas(item));
  return [
    ...settingSteps(desired, observed, changed),
    ...connection(observed),
    ...refusals(item, changed),
  ];
}

/** Waits for missing connection data: the Secret is written complete or not at all. */
function connection({ item, details: { credentials, ssl } }: Observed): readonly Step[] {
  if (credentials === null)
    return [wait('the credentials of the database, which the service does not show yet', SLOW_MS)];
  if (ssl === null || ssl?.ca_certificate === null) {
    return [wait('the certificate of the database, which the service does not show yet', SLOW_MS)];
  }
  if (ssl !== undefined && !decodeBase64(ssl.ca_certificate)) {
    return [
      wait(
        'a valid certificate of the database: the certificate of the service is not Base64',
        SLOW_MS,
      ),
    ];
  }
  const isHidden = item.status === 'active' && item.hosts.primary === null;
  return isHidden
    ? [wait('the host of the database, which the service does not show yet', SLOW_MS)]
    : [];
}

const SET_AT_CREATION: Readonly<Record<string, (item: MySqlDatabase) => string>> = {
  engine: ({ version }) =>
    `the engine of a database cannot be upgraded (is ${version}): create a new database and migrate`,
  region: ({ region }) => `a database cannot change region (is in ${region})`,
  type: ({ type }) => `a database cannot change its plan (is ${type})`,
  clusterSize: ({ cluster_size }) =>
    `a database cannot change its number of nodes (is ${cluster_size})`,
  encrypted: ({ encrypted }) => `encryption cannot change after creation (is ${encrypted})`,
  replicationType: ({ replication_type }) =>
    `replication cannot change after creation (is ${replication_type})`,
  sslConnection: ({ ssl_connection }) => `TLS cannot change after creation (is ${ssl_connection})`,
};

const refusals = (item: MySqlDatabase, changed: readonly Change[]): readonly Step[] =>
  Object.entries(SET_AT_CREATION).flatMap(([field, why]) =>
    among(changed, field).map((change) => refuse(`spec.${field}`, why(item), change)),
  );

const DELETABLE: readonly string[] = ['active', 'failed', 'degraded'];
const GOING: readonly string[] = ['deleting', 'deleted'];

/** Returns the steps that delete the database; none while the service deletes it. Source:
 *  databases#delete; databases#status. */
export function removeDatabase(_desired: Desired, { item }: Observed): readonly Step[] {
  if (GOING.includes(item.status)) return [];
  const loses = 'the database with its data and its backups; this cannot be undone';
  const gone = call('Delete', del(path(mysql.delete.path, { instanceId: item.id })), [], {
    effect: 'destroys',
    loses,
  });
  if (DELETABLE.includes(item.status)) return [gone];
  return inOrder(
    wait(
      `the database to be active, failed or degraded before it is deleted (it is ${item.status})`,
      SLOW_MS,
    ),
    gone,
  );
}
