/** A deviation of the contract from the documents, because recordings or measurements differ. Each
 *  entry must still be needed. */
export interface Tolerance {
  readonly problem: RegExp;
  readonly because: string;
}

export const TOLERANCES: readonly Tolerance[] = [
  {
    problem: /^Instance group: record: (accepts null|may be absent)$/,
    because: 'the field is deprecated; an unset text may be null or absent',
  },
  {
    problem: /^Instance host_uuid: record: may be absent$/,
    because: 'compute#instances: missing in older recordings',
  },
  {
    problem: /^Instance backups\.available: record: may be absent$/,
    because: 'compute#instances: missing in older recordings',
  },
  {
    problem: /^Instance backups\.last_successful: record: accepts null$/,
    because: 'compute#backups: null before the first backup',
  },
  {
    problem: /^Instance backups\.schedule\.(day|window): record: accepts null$/,
    because: 'compute#backups: null while backups are off',
  },
  {
    problem: /^Interface object (label|ipam_address): record: (accepts null|may be absent)$/,
    because: 'compute#interfaces: null on a public interface',
  },
  {
    problem: /^Configuration profile memory_limit: record: accepts null$/,
    because: 'compute#configuration-profiles: 0 for all memory; null is read the same',
  },
  {
    problem: /^Configuration profile devices\.sd[a-h]: (record: may be absent|\w+: accepts null)$/,
    because: 'compute#devices: a free slot is null',
  },
  {
    problem: /^Configuration profile devices\.\*\.(disk|volume)_id: record: may be absent$/,
    because: 'compute#devices: only one of the two is set',
  },
  {
    problem: /^Errors errors\.\*\.field: record: (accepts null|may be absent)$/,
    because: 'conventions#errors: left out when the whole request is meant',
  },
  {
    problem: /^Kernel xen: record: may be absent$/,
    because: 'catalog#kernels: real records have none',
  },
  { problem: /^Region label: record: may be absent$/, because: 'older recordings have none' },
  {
    problem: /^All-engines database instance_uri: record: may be absent$/,
    because: 'the records of one engine have none',
  },
  {
    problem: /^All-engines database hosts\.(primary|secondary): record: accepts null$/,
    because: 'databases#hosts-and-certificate: null until active',
  },
  {
    problem: /^All-engines database hosts\.secondary: record: may be absent$/,
    because: 'databases#instances: named standby later',
  },
  {
    problem: /^Managed database instance updates\.day_of_week: record: accepts null$/,
    because: 'databases#maintenance-window: null until active',
  },
  {
    problem:
      /^POST \/databases\/mysql\/instances\/\{instanceId\}\/backups label: no document requires it$/,
    because: 'databases#backups: required',
  },
  {
    problem: /^POST \/kube\/clusters (label|k8s_version|region): no document requires it$/,
    because: 'clusters#create: refused without',
  },
  {
    problem: /^DNS domain (soa_email|description|group): record: accepts null$/,
    because: 'dns#domains: an unset text may be null',
  },
  {
    problem: /^DNS record name: (create|update): accepts 0, less than the minimum 1$/,
    because: 'dns#fields-of-each-type: empty for the zone itself',
  },
  {
    problem: /^Firewall rules\.(in|out)bound: record: (accepts null|may be absent)$/,
    because: 'firewalls#rules: what was sent as null is shown as null',
  },
  {
    problem: /^POST \/managed\/contacts (name|email): no document requires it$/,
    because: 'monitoring#contacts: refused without',
  },
  {
    problem: /^Managed service region: record: accepts null$/,
    because: 'monitoring#services: null unless the address is private',
  },
  { problem: /^Account \w+: record: accepts null$/, because: 'an unset text may be null' },
];
