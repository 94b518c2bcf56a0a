import type * as z from 'zod';
import { Account, AccountUpdate } from '../../src/api/account.ts';
import { Address } from '../../src/api/addresses.ts';
import { Kernel, Region } from '../../src/api/catalog.ts';
import { Cluster, ClusterCreate, ClusterUpdate } from '../../src/api/clusters.ts';
import { Config, ConfigCreate, ConfigUpdate } from '../../src/api/configs.ts';
import { ErrorBody, envelope } from '../../src/api/conventions.ts';
import { Database, DatabaseEngine, MySqlDatabase } from '../../src/api/databases.ts';
import { Interface, RecordedInterface } from '../../src/api/devices.ts';
import { Disk } from '../../src/api/disks.ts';
import { Domain, DomainCreate, DomainUpdate } from '../../src/api/domains.ts';
import { FirewallRule } from '../../src/api/firewall-rules.ts';
import { DeviceCreate, Firewall, FirewallCreate, FirewallUpdate } from '../../src/api/firewalls.ts';
import { FlatUpload, Image, WrappedUpload } from '../../src/api/images.ts';
import { InstanceCreate, InstanceRescue, InstanceUpdate } from '../../src/api/instance-bodies.ts';
import { Instance } from '../../src/api/instances.ts';
import { ContactCreate, ContactUpdate, ManagedContact } from '../../src/api/managed-contacts.ts';
import {
  CredentialCreate,
  CredentialUpdate,
  ManagedCredential,
} from '../../src/api/managed-credentials.ts';
import { ManagedService, ServiceCreate, ServiceUpdate } from '../../src/api/managed-services.ts';
import { ManagedSettings, SshSettings } from '../../src/api/managed-settings.ts';
import { DatabaseCreate, DatabaseUpdate } from '../../src/api/mysql.ts';
import { DatabaseBackup } from '../../src/api/mysql-backups.ts';
import { OAuthClient, OAuthClientCreate, OAuthClientUpdate } from '../../src/api/oauth-clients.ts';
import { CreditCard, PaymentMethodCreate } from '../../src/api/payment-methods.ts';
import { Pool, PoolCreate, PoolUpdate } from '../../src/api/pools.ts';
import { DomainRecord, RecordCreate, RecordUpdate } from '../../src/api/records.ts';
import { StackScriptUpdate } from '../../src/api/stackscripts.ts';
import {
  FlatStatistics,
  MonthlyTransfer,
  Transfer,
  WrappedStatistics,
} from '../../src/api/statistics.ts';
import { Volume, VolumeCreate } from '../../src/api/volumes.ts';

/** The place of a documented resource in the contract. A record is shown by the service, a create
 *  or update body is accepted by it. */
export interface Place {
  readonly role: 'record' | 'create' | 'update';
  readonly schema: z.ZodType;
  /** Fields of the resource that this schema lacks, because the documents describe them
   *  otherwise. */
  readonly except?: readonly string[];
}

const record = (schema: z.ZodType, ...except: readonly string[]): Place => ({
  role: 'record',
  schema,
  except,
});
const create = (schema: z.ZodType, ...except: readonly string[]): Place => ({
  role: 'create',
  schema,
  except,
});
const update = (schema: z.ZodType, ...except: readonly string[]): Place => ({
  role: 'update',
  schema,
  except,
});

const READ_ONLY_OF_DATABASE = ['version', 'port', 'hosts', 'status', 'created', 'updated'];
const CREATE_ONLY_OF_DATABASE = [
  'cluster_size',
  'encrypted',
  'engine',
  'region',
  'type',
  'replication_type',
  'ssl_connection',
];

export const PLACES: Readonly<Record<string, readonly Place[]>> = {
  'Collection envelope': [record(envelope(Volume))],
  Errors: [record(ErrorBody)],
  Instance: [record(Instance)],
  'Interface object': [record(RecordedInterface), create(Interface)],
  'Configuration profile': [record(Config), create(ConfigCreate, 'id'), update(ConfigUpdate, 'id')],
  'Configuration profile body': [create(ConfigCreate), update(ConfigUpdate)],
  Disk: [record(Disk)],
  Volume: [record(Volume)],
  Kernel: [record(Kernel)],
  Region: [record(Region)],
  'Image upload': [record(FlatUpload), record(WrappedUpload)],
  'Create instance body': [create(InstanceCreate)],
  'Update instance body': [update(InstanceUpdate)],
  'Rescue body': [create(InstanceRescue)],
  Statistics: [record(FlatStatistics), record(WrappedStatistics.shape.data, 'title')],
  Transfer: [record(Transfer)],
  'Monthly transfer': [record(MonthlyTransfer)],
  'Create volume body': [create(VolumeCreate)],
  'POST /compute/stackscripts': [update(StackScriptUpdate)],
  'Database engine': [record(DatabaseEngine)],
  'All-engines database': [record(Database)],
  'MySQL record': [record(MySqlDatabase)],
  'Managed database instance': [
    record(MySqlDatabase),
    create(DatabaseCreate, ...READ_ONLY_OF_DATABASE, 'updates'),
    update(DatabaseUpdate, ...READ_ONLY_OF_DATABASE, ...CREATE_ONLY_OF_DATABASE),
  ],
  'Create database body': [create(DatabaseCreate)],
  'Database backup': [record(DatabaseBackup)],
  'Container cluster request fields': [
    record(Cluster, 'node_pools'),
    create(ClusterCreate),
    update(ClusterUpdate, 'region', 'node_pools'),
  ],
  'Node pool': [record(Pool), create(PoolCreate), update(PoolUpdate, 'type', 'disks')],
  'DNS domain': [record(Domain), create(DomainCreate), update(DomainUpdate)],
  'DNS record': [record(DomainRecord), create(RecordCreate), update(RecordUpdate, 'type')],
  Firewall: [record(Firewall), create(FirewallCreate, 'status'), update(FirewallUpdate, 'rules')],
  Rule: [create(FirewallRule)],
  'Firewall device': [create(DeviceCreate)],
  'IP address': [record(Address)],
  Account: [record(Account), update(AccountUpdate)],
  'Managed contact': [record(ManagedContact), create(ContactCreate), update(ContactUpdate)],
  'Managed credential': [
    record(ManagedCredential, 'password', 'username'),
    create(CredentialCreate),
    update(CredentialUpdate, 'password', 'username'),
  ],
  'Managed service': [record(ManagedService), create(ServiceCreate), update(ServiceUpdate)],
  'Managed per-instance settings': [record(ManagedSettings.shape.ssh), update(SshSettings)],
  'Payment method': [
    create(CreditCard, 'is_default', 'type'),
    create(PaymentMethodCreate, 'card_number', 'cvv', 'expiry_month', 'expiry_year'),
  ],
  'OAuth client': [record(OAuthClient), create(OAuthClientCreate), update(OAuthClientUpdate)],
};

/** The records by the names of answers in rows. */
export const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  Instance,
  Volume,
  Disk,
  'configuration profile': Config,
  Kernel,
  Region,
  Image,
  'Database engine': DatabaseEngine,
  'instances of every engine': Database,
  'MySQL instance': MySqlDatabase,
  'MySQL instances': MySqlDatabase,
  'Database backup': DatabaseBackup,
};

/** Lists whose filters are a resource's filterable fields. */
export const LISTS: Readonly<Record<string, string>> = {
  Instance: 'instances.list',
  'Configuration profile': 'configs.list',
  Volume: 'volumes.list',
  Kernel: 'catalog.kernels',
  'Database engine': 'databases.engines',
  'All-engines database': 'databases.list',
  'Managed database instance': 'mysql.list',
  'Container cluster request fields': 'clusters.list',
  'Node pool': 'pools.list',
  'DNS domain': 'domains.list',
  'DNS record': 'records.list',
  Firewall: 'firewalls.list',
  'Managed contact': 'managedContacts.list',
  'OAuth client': 'oauthClients.list',
};
