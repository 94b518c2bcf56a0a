import type { Sentence } from './sentence.ts';

/** What documents 2 and 3 say of fields in sentences. */
export const PLATFORM_SENTENCES: readonly Sentence[] = [
  {
    document: 2,
    resource: 'All-engines database',
    quote:
      'allow_list (array of strings), cluster_size (integer), created, encrypted (boolean), engine (F, string), hosts (object: primary string, secondary string), id (integer), instance_uri (string, path of the engine-specific instance), label (F), region (F), status (F), type (F), updated, updates (object), version (F)',
  },
  { document: 2, resource: 'All-engines database', under: 'hosts', quote: 'primary string, secondary string' },
  { document: 2, resource: 'MySQL record', quote: 'port (integer), replication_type and ssl_connection' },
  {
    document: 2,
    resource: 'Managed database instance',
    under: 'updates',
    quote:
      'day_of_week (integer), duration (integer), frequency (string; samples weekly, monthly), hour_of_day (integer), week_of_month (integer, Nullable)',
  },
  {
    document: 2,
    resource: 'Create database body',
    quote:
      'engine (required, engine/version), label (required 3..32), region (required), type (required), allow_list, cluster_size (1 or 3, default 1), encrypted, replication_type, ssl_connection (default true)',
  },
  { document: 2, resource: 'Database backup', quote: 'id (integer), created (date-time), label (string), type (enum auto, snapshot)' },
  {
    document: 2,
    resource: 'Container cluster request fields',
    under: 'control_plane',
    quote: 'high_availability (boolean, default false)',
  },
  {
    document: 2,
    resource: 'Node pool',
    quote:
      "count (integer 1..100, required on create), type (string plan type, required on create), autoscaler (object: enabled boolean default false, min integer 1..100 default the pool's count, max integer 1..100 default the pool's count; min and max require each other), disks (array of objects: size integer in MB, type enum raw, ext4; up to 7 partitions; omit except for special use), tags (F)",
  },
  {
    document: 2,
    resource: 'Node pool',
    under: 'autoscaler',
    quote: "enabled boolean default false, min integer 1..100 default the pool's count, max integer 1..100 default the pool's count",
  },
  { document: 2, resource: 'Node pool', under: 'disks.*', quote: 'size integer in MB' },
  { document: 2, resource: 'Node pool', under: 'disks.*', field: 'type', quote: 'enum raw, ext4' },
  { document: 3, resource: 'POST /networking/firewalls', under: 'rules', each: 'required', quote: 'inbound_policy and outbound_policy' },
  {
    document: 3,
    resource: 'Managed contact',
    quote:
      'email (string, email; address notified of issues), group (F, string 2..50, Nullable), name (string 2..64), phone (object: primary and secondary, each a phone string and Nullable)',
  },
  {
    document: 3,
    resource: 'Managed credential',
    quote: 'label (string 2..75, unique; required on create), password (string; required on create), username (string up to 5000 chars)',
  },
  {
    document: 3,
    resource: 'Managed per-instance settings',
    quote:
      'access (boolean, default true: support staff may use SSH to respond to issues), ip (string, default any: address to use; by default any instance address may be used), port (integer 1..65535, Nullable; null means 22), user (string up to 32 chars, Nullable; null means root)',
  },
  {
    document: 3,
    resource: 'Firewall',
    under: 'rules',
    quote: 'inbound (array of rules), inbound_policy (ACCEPT or DROP), outbound (array of rules), outbound_policy (ACCEPT or DROP)',
  },
  {
    document: 3,
    resource: 'Rule',
    quote:
      'action (required, ACCEPT or DROP; overrides the policy of that direction), addresses (required object with ipv4 and ipv6 arrays of strings in IP/mask format), description (string 1..100), label (string 3..32), ports (string), protocol (required: TCP, UDP, ICMP, IPENCAP)',
  },
  { document: 3, resource: 'Rule', under: 'addresses', each: 'array', quote: 'ipv4 and ipv6' },
  { document: 3, resource: 'Firewall device', quote: 'id (integer, the entity id, required), type (enum compute, required)' },
  { document: 3, resource: 'IP address', quote: 'rdns value (string, Nullable)' },
  {
    document: 3,
    resource: 'Account',
    each: 'string',
    quote:
      'address_1 (up to 64), address_2 (up to 64), city (up to 24), company (up to 128), country (two-letter ISO 3166 code), email (up to 128), first_name (up to 50), last_name (up to 50), phone (up to 32), state (up to 24; two-letter code for US and CA, including AA, AE, AP for US military addresses; otherwise the province), tax_id (up to 25; empty string where no tax is collected), zip (letters, digits, spaces and hyphens only, at most 9 letters or digits)',
  },
  {
    document: 3,
    resource: 'OAuth client',
    quote:
      'label (F, string 1..512; shown to users asking for access), public (F, boolean; public clients use a different authentication workflow), redirect_uri (string, url; where {auth_url} sends a successful login, ready to accept an OAuth exchange code)',
  },
  {
    document: 3,
    resource: 'Payment method',
    quote:
      'card_number (string of digits 14..24, no spaces or dashes), cvv (string of digits 3..4), expiry_month (integer 1..12), expiry_year (integer, four digits; month and year together must be the current month or later), is_default (boolean), type (enum credit_card)',
  },
];
