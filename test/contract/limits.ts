import { ClusterLabel } from '../../src/api/clusters.ts';
import { ConfigCreate, ConfigUpdate } from '../../src/api/configs.ts';
import { PAGE_SIZE, PageQuery, TagLabel } from '../../src/api/conventions.ts';
import { Interfaces } from '../../src/api/devices.ts';
import { ADDRESSES_LENGTH_MAX, DomainCreate, DomainUpdate } from '../../src/api/domains.ts';
import { EVENT_HORIZON_DAYS } from '../../src/api/events.ts';
import { FirewallRule, Ports, RuleAddresses, RulesUpdate } from '../../src/api/firewall-rules.ts';
import { FirewallLabel } from '../../src/api/firewalls.ts';
import { IMAGE_UPLOAD, ImageUpdate } from '../../src/api/images.ts';
import { InstanceCreate, InstanceLabel, InstanceUpdate } from '../../src/api/instance-bodies.ts';
import { CLOSED_PORTS, WATCHDOG } from '../../src/api/instances.ts';
import { ContactCreate, ContactUpdate } from '../../src/api/managed-contacts.ts';
import {
  CredentialCreate,
  CredentialSecrets,
  CredentialUpdate,
} from '../../src/api/managed-credentials.ts';
import { ServiceCreate, ServiceUpdate } from '../../src/api/managed-services.ts';
import { SshSettings } from '../../src/api/managed-settings.ts';
import { DatabaseCreate, DatabaseUpdate } from '../../src/api/mysql.ts';
import {
  AUTOMATIC_BACKUPS,
  PROVISIONING_MINUTES,
  SNAPSHOTS_MAX,
} from '../../src/api/mysql-backups.ts';
import { OAuthClientCreate, OAuthClientUpdate } from '../../src/api/oauth-clients.ts';
import { CreditCard, PAYMENT_METHODS } from '../../src/api/payment-methods.ts';
import { PAYMENT_USD, PromoCode } from '../../src/api/payments.ts';
import { Autoscaler, PoolCreate, PoolUpdate } from '../../src/api/pools.ts';
import { RECORDS_MAX, RecordUpdate } from '../../src/api/records.ts';
import { StackScriptCreate } from '../../src/api/stackscripts.ts';
import { TicketCreate, TicketReplyCreate } from '../../src/api/tickets.ts';
import { ATTACHABLE, VolumeCreate, VolumeLabel } from '../../src/api/volumes.ts';
import { boundProblems, countProblems } from './bounds.ts';
import type { LimitRow } from './facts/rows.ts';
import { all, count, items, type Probe, range, stated, times, upTo } from './probes.ts';
import { accepts } from './schema.ts';

const rule = { action: 'DROP', addresses: {}, protocol: 'ICMP' };

/** The check of each row's numbers. A row without an entry is a failure. */
export const PROBES: Readonly<Record<string, Probe>> = {
  page_size: all(
    range(PageQuery.shape.page_size),
    stated(PAGE_SIZE.min, PAGE_SIZE.max, PAGE_SIZE.default),
  ),
  'Instance label': range(InstanceLabel, InstanceCreate.shape.label, InstanceUpdate.shape.label),
  'Configuration profile label': range(ConfigCreate.shape.label, ConfigUpdate.shape.label),
  'Volume label': range(VolumeLabel, VolumeCreate.shape.label),
  'Interfaces per instance or profile': items(Interfaces, { purpose: 'public' }),
  root_pass: range(InstanceCreate.shape.root_pass),
  stackscript_data: upTo(InstanceCreate.shape.stackscript_data),
  'swap_size default': stated(InstanceCreate.shape.swap_size.parse(undefined)),
  'Volume default size': stated(VolumeCreate.shape.size.parse(undefined)),
  'Attachable volumes (persist_across_boots false)': stated(ATTACHABLE.max),
  Watchdog: stated(WATCHDOG.bootJobs, WATCHDOG.minutes),
  'Image upload': stated(IMAGE_UPLOAD.hours, IMAGE_UPLOAD.compressedGb),
  'Image description': range(ImageUpdate.shape.description),
  'StackScript label': range(StackScriptCreate.shape.label),
  'Tag label': range(TagLabel),
  'Outbound ports 25, 465, 587': stated(...CLOSED_PORTS),
  'Database label': range(DatabaseCreate.shape.label, DatabaseUpdate.shape.label),
  'Database cluster_size': (sizes) =>
    [0, 1, 2, 3, 4]
      .filter((size) => accepts(DatabaseCreate.shape.cluster_size, size) !== sizes.includes(size))
      .map((size) => `is wrong about ${size}`),
  'Database snapshots': stated(SNAPSHOTS_MAX),
  'Automatic backups': stated(AUTOMATIC_BACKUPS.hourUtc, AUTOMATIC_BACKUPS.days),
  'Database provisioning time': stated(PROVISIONING_MINUTES.min, PROVISIONING_MINUTES.max),
  'Cluster label': range(ClusterLabel),
  'Node pool count, autoscaler min and max': range(
    PoolCreate.shape.count,
    PoolUpdate.shape.count,
    Autoscaler.shape.min,
    Autoscaler.shape.max,
  ),
  'Custom disk partitions per pool': items(PoolCreate.shape.disks, { size: 1, type: 'raw' }),
  'Domain domain/description': range(
    DomainUpdate.shape.domain,
    DomainUpdate.shape.description,
    DomainCreate.shape.description,
  ),
  'Domain group': range(DomainUpdate.shape.group),
  'Domain master_ips and axfr_ips': all(
    items(DomainUpdate.shape.master_ips, 'a'),
    items(DomainUpdate.shape.axfr_ips, 'a'),
    stated(ADDRESSES_LENGTH_MAX),
  ),
  'Record name': ([, max]) => boundProblems(RecordUpdate.shape.name, undefined, max),
  'Record target': upTo(RecordUpdate.shape.target),
  'Active records per domain': stated(RECORDS_MAX),
  'Ports and priority': ([min, max, least, most]) => [
    ...range(RecordUpdate.shape.port, RecordUpdate.shape.weight)([min ?? 0, max ?? 0]),
    ...range(RecordUpdate.shape.priority)([least ?? 0, most ?? 0]),
  ],
  'Firewall label': range(FirewallLabel),
  'Firewall rules': count(RulesUpdate, (length) => ({
    inbound: [rule],
    outbound: times(length - 1, rule),
  })),
  'Addresses per rule': count(RuleAddresses, (length) => ({
    ipv4: times(length - 1, '198.51.100.0/24'),
    ipv6: ['2001:db8::/32'],
  })),
  'Ports string': ([pieces = 0, min = 0, max = 0]) => [
    ...countProblems(Ports, (length) => times(length, '1').join(','), pieces),
    ...[min, max]
      .filter((port) => !accepts(Ports, `${port}`))
      .map((port) => `refuses port ${port}`),
    ...[min - 1, max + 1]
      .filter((port) => accepts(Ports, `${port}`))
      .map((port) => `accepts port ${port}`),
  ],
  'Rule description / label': ([min, max, least, most]) => [
    ...range(FirewallRule.shape.description)([min ?? 0, max ?? 0]),
    ...range(FirewallRule.shape.label)([least ?? 0, most ?? 0]),
  ],
  'Managed contact name / group': ([min, max, least, most]) => [
    ...range(ContactCreate.shape.name, ContactUpdate.shape.name)([min ?? 0, max ?? 0]),
    ...range(ContactCreate.shape.group, ContactUpdate.shape.group)([least ?? 0, most ?? 0]),
  ],
  'Managed credential label / username': ([min, max, most]) => [
    ...range(CredentialCreate.shape.label, CredentialUpdate.shape.label)([min ?? 0, max ?? 0]),
    ...upTo(CredentialCreate.shape.username, CredentialSecrets.shape.username)([most ?? 0]),
  ],
  'Managed service address / label': ([min, max, least, most]) => [
    ...range(ServiceCreate.shape.address, ServiceUpdate.shape.address)([min ?? 0, max ?? 0]),
    ...range(ServiceCreate.shape.label, ServiceUpdate.shape.label)([least ?? 0, most ?? 0]),
  ],
  'Managed service timeout': range(ServiceCreate.shape.timeout, ServiceUpdate.shape.timeout),
  'SSH port / user': ([min, max, most]) => [
    ...range(SshSettings.shape.port)([min ?? 0, max ?? 0]),
    ...upTo(SshSettings.shape.user)([most ?? 0]),
  ],
  'Payment methods': stated(PAYMENT_METHODS.active, PAYMENT_METHODS.addedPerDay),
  'Payment amount': (numbers) =>
    stated(
      PAYMENT_USD.least,
      PAYMENT_USD.most,
      PAYMENT_USD.mostWithBalance,
    )(numbers.filter((dollars) => dollars > 0)),
  'Card number': range(CreditCard.shape.card_number),
  'Promo code': range(PromoCode.shape.promo_code),
  'OAuth client label': range(OAuthClientCreate.shape.label, OAuthClientUpdate.shape.label),
  'Ticket summary / description': ([min, max, least, most, shortest, longest]) => [
    ...range(TicketCreate.shape.summary)([min ?? 0, max ?? 0]),
    ...range(TicketCreate.shape.description)([least ?? 0, most ?? 0]),
    ...range(TicketReplyCreate.shape.description)([shortest ?? 0, longest ?? 0]),
  ],
  'Events and logins horizon': stated(EVENT_HORIZON_DAYS),
};

/** Returns the numbers of a row: "12,000" is one, "25..500" two; brackets contain explanations. */
const numbersOf = ({ item, limit }: LimitRow): readonly number[] => {
  const text = item.startsWith('Outbound') ? item : limit.replace(/:00 | \(.*\)|ipv\d/g, ' ');
  return (text.match(/\d[\d,]*/g) ?? []).map((digits) => Number(digits.replace(/,/g, '')));
};

/** Returns the problems of one row of limits, each beginning with the row's name. */
export const limitProblems = (row: LimitRow): readonly string[] => {
  const probe = PROBES[row.item];
  return (probe === undefined ? ['is missing'] : probe(numbersOf(row))).map(
    (problem) => `${row.item}: ${problem}`,
  );
};
