import type { Sentence } from './sentence.ts';

/** What document 1 says of fields in sentences. */
export const COMPUTE_SENTENCES: readonly Sentence[] = [
  { document: 1, resource: 'Instance', under: 'specs', each: 'integer', quote: 'disk, gpus, memory, transfer, vcpus (all integers)' },
  {
    document: 1,
    resource: 'Instance',
    under: 'alerts',
    each: 'integer',
    quote: 'cpu, io, network_in, network_out, transfer_quota (all integers)',
  },
  {
    document: 1,
    resource: 'Instance',
    under: 'backups',
    quote: 'available (boolean), enabled (boolean), last_successful (date-time), schedule (object with day string and window string)',
  },
  { document: 1, resource: 'Instance', under: 'backups.schedule', quote: 'day string and window string' },
  {
    document: 1,
    resource: 'Interface object',
    quote:
      'purpose (string; samples use public and vlan), label (string; empty for public), ipam_address (string; CIDR address for vlan, empty for public)',
  },
  { document: 1, resource: 'Configuration profile', under: 'devices', each: 'object', quote: 'sda, sdb, sdc, sdd, sde, sdf, sdg, sdh' },
  {
    document: 1,
    resource: 'Configuration profile',
    under: 'devices.*',
    quote: 'disk_id (integer, Nullable) and volume_id (integer, Nullable)',
  },
  {
    document: 1,
    resource: 'Configuration profile',
    under: 'helpers',
    each: 'boolean',
    quote: 'devtmpfs_automount, distro, modules_dep, network, updatedb_disabled',
  },
  {
    document: 1,
    resource: 'Disk',
    quote:
      'created (date-time), filesystem (string, the service ext4), id (integer), label (string), size (integer, the service 48640), status (string, the service ready), updated (date-time)',
  },
  {
    document: 1,
    resource: 'Kernel',
    quote:
      'id (string, slash-containing such as compute/latest-64bit), architecture (F, enum x86_64, i386), built (date-time), deprecated (F, boolean), kvm (F, boolean: suitable for KVM instances), label (F, string), pvops (F, boolean: suitable for paravirtualized operations), version (F, string), xen (F, boolean)',
  },
  {
    document: 1,
    resource: 'Region',
    quote:
      'id (string), label (string: location detail), country (string), capabilities (array of strings; samples list Linodes-style service names such as compute, load balancers, block and object storage), resolvers (object: ipv4 and ipv6, each a comma-separated string of resolver addresses), status (enum ok, outage)',
  },
  { document: 1, resource: 'Region', under: 'resolvers', each: 'string', quote: 'ipv4 and ipv6' },
  { document: 1, resource: 'Image upload', quote: 'upload_to (string, the {upload_url} to which data is sent)' },
  {
    document: 1,
    resource: 'Update instance body',
    quote:
      'alerts (cpu, io, network_in, network_out, transfer_quota), backups (schedule with day and window), group, label (3..64), tags (unrestricted user only), watchdog_enabled',
  },
  { document: 1, resource: 'Update instance body', under: 'alerts', quote: 'cpu, io, network_in, network_out, transfer_quota' },
  { document: 1, resource: 'Update instance body', under: 'backups.schedule', quote: 'day and window' },
  {
    document: 1,
    resource: 'Configuration profile body',
    quote:
      'comments (nullable string), devices (required on create; object as in the resource), helpers, interfaces, kernel (default compute/latest-64bit), label (required on create, 1..48), memory_limit, root_device, run_level, virt_mode',
  },
  { document: 1, resource: 'Rescue body', quote: 'devices (object of device keys, each with disk_id and volume_id, both nullable)' },
  {
    document: 1,
    resource: 'Statistics',
    quote:
      'cpu (array of arrays, percentage of CPU used), io (object: io, swap), netv4 (object: in, out, private_in, private_out), netv6 (same four keys), title (string)',
  },
  { document: 1, resource: 'Statistics', under: 'io', quote: 'io, swap' },
  { document: 1, resource: 'Statistics', under: 'netv4', quote: 'in, out, private_in, private_out' },
  { document: 1, resource: 'Statistics', under: 'netv6', quote: 'in, out, private_in, private_out' },
  {
    document: 1,
    resource: 'Transfer',
    quote: 'billable (integer, GB used beyond the quota), quota (integer, GB this instance adds to the pool), used (integer, bytes)',
  },
  { document: 1, resource: 'Monthly transfer', each: 'integer', quote: 'bytes_in, bytes_out, bytes_total (integers, bytes)' },
  {
    document: 1,
    resource: 'Create volume body',
    quote:
      'label (required, 1..32), size (integer GB, default 20), region (string, required only when compute_id is absent), compute_id (integer; attach on creation, otherwise the volume is unattached), config_id (integer; profile of that instance to include the volume in; must belong to that instance; an error is returned if no profile can be selected), tags',
  },
];
