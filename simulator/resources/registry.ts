import type { Resource } from '../core/route.ts';
import { accountResource } from './account/account.ts';
import { addressResource } from './addresses/addresses.ts';
import { backupResource } from './backups/backups.ts';
import { billingResource } from './billing/billing.ts';
import { catalogs } from './catalog/catalog.ts';
import { clusterResource } from './clusters/clusters.ts';
import { configResource } from './configs/configs.ts';
import { databaseBackupResource } from './database-backups/database-backups.ts';
import { databaseResource } from './databases/databases.ts';
import { diskResource } from './disks/disks.ts';
import { domainResource } from './domains/domains.ts';
import { eventResource } from './events/events.ts';
import { firewallResource } from './firewalls/firewalls.ts';
import { imageResource } from './images/images.ts';
import { instanceResource } from './instances/instances.ts';
import { managedResource } from './managed/managed.ts';
import { nodeResource } from './nodes/nodes.ts';
import { noticeResource } from './notices/notices.ts';
import { oauthClientResource } from './oauth-clients/oauth-clients.ts';
import { poolResource } from './pools/pools.ts';
import { profileResource } from './profile/profile.ts';
import { recordResource } from './records/records.ts';
import { stackscriptResource } from './stackscripts/stackscripts.ts';
import { statisticsResource } from './statistics/statistics.ts';
import { tagResource } from './tags/tags.ts';
import { ticketResource } from './tickets/tickets.ts';
import { transferResource } from './transfers/transfers.ts';
import { volumeResource } from './volumes/volumes.ts';

/** All simulated areas of the service. */
export const RESOURCES: readonly Resource[] = [
  catalogs,
  instanceResource,
  configResource,
  diskResource,
  statisticsResource,
  backupResource,
  volumeResource,
  databaseResource,
  databaseBackupResource,
  clusterResource,
  poolResource,
  nodeResource,
  imageResource,
  stackscriptResource,
  domainResource,
  recordResource,
  firewallResource,
  addressResource,
  managedResource,
  tagResource,
  eventResource,
  profileResource,
  accountResource,
  oauthClientResource,
  transferResource,
  ticketResource,
  billingResource,
  noticeResource,
];
