import { z } from 'zod';
import { DatabaseCreate, WindowUpdate } from '../../api/mysql.ts';
import { asWhole, setOf } from '../../model/lists.ts';
import { labelSelector, lineAsLongAs, objectRef, oneLine } from '../../model/spec-fields.ts';

const word = (what: string) => oneLine(1, 64).optional().describe(what);

const OCTET = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const MOST_ADDRESSES = 500;
const MOST_REFERENCES = 100;

/** IPv4 addresses and ranges, which the service requires. Source: databases#allow-list. */
const addresses = setOf(
  z
    .array(
      z
        .string()
        .max(18)
        .regex(
          new RegExp(`^(${OCTET}[.]){3}${OCTET}(/(3[0-2]|[12]?[0-9]))?$`),
          'Must be an IPv4 address or range',
        ),
    )
    .max(MOST_ADDRESSES),
);

const AllowListFrom = z
  .strictObject({
    instanceRefs: asWhole(z.array(objectRef('The Instance.')).max(MOST_REFERENCES))
      .optional()
      .describe('Instances whose addresses can connect.'),
    instanceSelector: labelSelector(
      'Instances whose addresses can connect, selected by labels.',
    ).optional(),
    kubeClusterRefs: asWhole(z.array(objectRef('The KubeCluster.')).max(MOST_REFERENCES))
      .optional()
      .describe('KubeClusters whose nodes can connect, by the addresses in their status.'),
    addresses: addresses
      .optional()
      .describe('Additional IPv4 addresses and ranges that can connect.'),
  })
  .describe(
    'Adds the public and private IPv4 addresses of other objects to spec.allowList, and follows their changes. If no address remains, the empty list requires consent.',
  );

const window = WindowUpdate.shape;
const UpdatesSpec = z
  .strictObject({
    frequency: window.frequency.describe('weekly or monthly.'),
    dayOfWeek: window.day_of_week.describe('Day of the week, 1 is Monday.'),
    weekOfMonth: window.week_of_month
      .unwrap()
      .unwrap()
      .optional()
      .describe('Week of the month. Requires frequency monthly, and is required for it.'),
    hourOfDay: window.hour_of_day.describe('Hour of the beginning, in UTC.'),
    duration: window.duration.describe('Length in hours.'),
  })
  .describe(
    'Maintenance window in which the service patches the operating system. A database of one node is down meanwhile. Fields that are not set are not managed. The operator sets the window when the database is active.',
  );

/** The spec of a MySQLDatabase. Source: databases#create; databases#update. */
export const MySQLDatabaseSpec = z.strictObject({
  label: lineAsLongAs(DatabaseCreate.shape.label)
    .optional()
    .describe(
      'Name of the database, unique in the account: 3 to 32 characters. Default for a new database: the name of this object.',
    ),
  engine: z
    .string()
    .max(64)
    .regex(/^mysql\/[0-9A-Za-z_.]+$/, 'Must be mysql/ and a version')
    .optional()
    .describe(
      'Engine and version, such as mysql/8.0.26. The service does not upgrade the engine: a newer version requires a new database.',
    ),
  region: word('Id of the region.'),
  type: word('Id of the plan of the nodes.'),
  clusterSize: z
    .int()
    .min(1)
    .max(3)
    .optional()
    .describe('Number of nodes: 1, or 3 for high availability. Default of the service: 1.'),
  encrypted: z.boolean().optional().describe('Encryption of the disks.'),
  replicationType: DatabaseCreate.shape.replication_type.describe(
    'Replication between the nodes. Default of the service: none for one node, semi_synch for three nodes.',
  ),
  sslConnection: z.boolean().optional().describe('Requires TLS for connections. Default: true.'),
  allowList: addresses
    .optional()
    .describe(
      'IPv4 addresses and ranges that can connect. 0.0.0.0/0 allows all addresses, an empty list allows none. If allowList and allowListFrom are absent, the list is not managed.',
    ),
  allowListFrom: AllowListFrom.optional(),
  updates: UpdatesSpec.optional(),
});
export type MySQLDatabaseSpec = z.infer<typeof MySQLDatabaseSpec>;
