import { account } from './account.ts';
import { addresses } from './addresses.ts';
import { catalog } from './catalog.ts';
import { clusters } from './clusters.ts';
import { configs } from './configs.ts';
import { databases } from './databases.ts';
import { disks } from './disks.ts';
import { domains } from './domains.ts';
import type { Endpoint } from './endpoint.ts';
import { events } from './events.ts';
import { firewalls } from './firewalls.ts';
import { images } from './images.ts';
import { instanceActions } from './instance-actions.ts';
import { instanceAddresses } from './instance-addresses.ts';
import { instanceBackups } from './instance-backups.ts';
import { instances } from './instances.ts';
import { invoices } from './invoices.ts';
import { logins } from './logins.ts';
import { managedContacts } from './managed-contacts.ts';
import { managedCredentials } from './managed-credentials.ts';
import { managedIssues, managedServices } from './managed-services.ts';
import { managedSettings, managedStatistics } from './managed-settings.ts';
import { mysql } from './mysql.ts';
import { mysqlBackups } from './mysql-backups.ts';
import { oauthClients } from './oauth-clients.ts';
import { paymentMethods } from './payment-methods.ts';
import { payments } from './payments.ts';
import { pools } from './pools.ts';
import { profile } from './profile.ts';
import { records } from './records.ts';
import { stackscripts } from './stackscripts.ts';
import { statistics } from './statistics.ts';
import { tags } from './tags.ts';
import { tickets } from './tickets.ts';
import { entityTransfers, transfers } from './transfers.ts';
import { volumes } from './volumes.ts';

const resources = {
  account,
  addresses,
  catalog,
  clusters,
  configs,
  databases,
  disks,
  domains,
  entityTransfers,
  events,
  firewalls,
  images,
  instanceActions,
  instanceAddresses,
  instanceBackups,
  instances,
  managedContacts,
  managedCredentials,
  managedIssues,
  managedServices,
  managedSettings,
  managedStatistics,
  invoices,
  logins,
  mysql,
  mysqlBackups,
  oauthClients,
  paymentMethods,
  payments,
  pools,
  profile,
  records,
  stackscripts,
  statistics,
  tags,
  tickets,
  transfers,
  volumes,
} satisfies Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

/** Every endpoint of the contract by name, "volumes.attach". */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(resources).flatMap(([resource, operations]) =>
    Object.entries<Endpoint>(operations).map(
      ([operation, described]) => [`${resource}.${operation}`, described] as const,
    ),
  ),
);
