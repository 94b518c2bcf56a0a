import { catalog } from '../../api/catalog.ts';
import { databases, MySqlDatabase } from '../../api/databases.ts';
import { mysql } from '../../api/mysql.ts';
import { defineKind } from '../../model/kind.ts';
import { databaseManifest, databaseWants, labelOf } from './fields.ts';
import { connectionSecret } from './parts/connection.ts';
import { databaseDetails } from './parts/details.ts';
import { databaseRequests } from './parts/requests.ts';
import { createDatabase, removeDatabase, updateDatabase } from './plan.ts';
import { databaseHealth, reportDatabase } from './report.ts';
import { RULES } from './rules.ts';
import { MySQLDatabaseSpec } from './spec.ts';
import { MySQLDatabaseStatus } from './status.ts';
import type { Details } from './types.ts';

const admits = { into: 'addresses', neededFor: 'update' } as const;

/** A managed MySQL database with its backups. Source: databases#instances. */
export const mysqlDatabase = defineKind<
  typeof MySQLDatabaseSpec,
  typeof MySQLDatabaseStatus,
  MySqlDatabase,
  Details
>({
  kind: 'MySQLDatabase',
  plural: 'mysqldatabases',
  shortNames: ['cimysql'],
  summary:
    'A managed MySQL database of one or three nodes with backups, an allow list and a maintenance window.',
  spec: MySQLDatabaseSpec,
  status: MySQLDatabaseStatus,
  rules: RULES,
  catalogued: [
    {
      field: 'region',
      noun: 'region',
      path: catalog.regions.path,
      capability: 'Managed Databases',
    },
    { field: 'type', noun: 'plan', path: databases.types.path },
    { field: 'engine', noun: 'engine', path: databases.engines.path },
  ],
  immutable: [
    'engine',
    'region',
    'type',
    'clusterSize',
    'encrypted',
    'replicationType',
    'sslConnection',
  ],
  requiredToCreate: ['engine', 'region', 'type'],
  createOnly: [],
  columns: [
    { name: 'Engine', type: 'string', path: '.status.engine' },
    { name: 'Nodes', type: 'integer', path: '.status.clusterSize' },
    { name: 'Host', type: 'string', path: '.status.hosts.primary', wide: true },
    { name: 'Region', type: 'string', path: '.status.region', wide: true },
  ],
  refs: [
    {
      path: 'allowListFrom.instanceRefs[]',
      kind: 'Instance',
      by: 'name',
      take: 'ipv4',
      all: true,
      ...admits,
    },
    {
      path: 'allowListFrom.instanceSelector',
      kind: 'Instance',
      by: 'selector',
      take: 'ipv4',
      ...admits,
    },
    {
      path: 'allowListFrom.kubeClusterRefs[]',
      kind: 'KubeCluster',
      by: 'name',
      take: 'nodeAddresses',
      all: true,
      ...admits,
    },
  ],
  secretRefs: [],
  holdsData: true,
  deletion: 'Retain',
  loss: 'Hold',
  deletionAction: 'database_delete',
  scopes: mysql.create.scopes,
  grant: mysql.create.grant,
  unrestrictedToDelete: mysql.delete.unrestricted,
  item: MySqlDatabase,
  collection: () => mysql.list.path,
  details: databaseDetails,
  key: labelOf,
  keyOf: (item) => item.label,
  wants: databaseWants,
  create: createDatabase,
  update: updateDatabase,
  remove: removeDatabase,
  unmark: () => [],
  requests: databaseRequests,
  health: databaseHealth,
  report: reportDatabase,
  manifest: databaseManifest,
  secretSuffix: 'connection',
  secret: connectionSecret,
});
