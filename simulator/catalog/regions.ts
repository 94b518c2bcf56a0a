export interface Region {
  readonly id: string;
  readonly label: string;
  readonly country: string;
  readonly capabilities: readonly string[];
  readonly status: 'ok' | 'outage';
  readonly resolvers: { readonly ipv4: string; readonly ipv6: string };
}

const EVERYWHERE = ['Computes', 'NodeBalancers', 'Block Storage', 'Managed Databases'] as const;
const MOST = [...EVERYWHERE, 'Kubernetes', 'Cloud Firewall'] as const;

/** Id, place, country, and additional capabilities of the region, as recorded. Source:
 *  catalog#regions. */
const LINES: readonly (readonly [
  id: string,
  label: string,
  country: string,
  capabilities: readonly string[],
])[] = [
  ['ap-west', 'Mumbai, IN', 'in', [...MOST, 'GPU Computes', 'Vlans', 'Block Storage Migrations']],
  ['ca-central', 'Toronto, CA', 'ca', [...MOST, 'Vlans', 'Block Storage Migrations']],
  ['ap-southeast', 'Sydney, AU', 'au', [...MOST, 'Vlans', 'Block Storage Migrations']],
  ['us-iad', 'Washington, DC', 'us', [...MOST, 'Object Storage', 'Vlans']],
  ['fr-par', 'Paris, FR', 'fr', [...MOST, 'Object Storage', 'Vlans']],
  ['se-sto', 'Stockholm, SE', 'se', EVERYWHERE],
  ['us-central', 'Dallas, TX', 'us', [...MOST, 'Block Storage Migrations']],
  ['us-west', 'Fremont, CA', 'us', [...MOST, 'Block Storage Migrations']],
  [
    'us-southeast',
    'Atlanta, GA',
    'us',
    [...MOST, 'Object Storage', 'GPU Computes', 'Vlans', 'Block Storage Migrations'],
  ],
  [
    'us-east',
    'Newark, NJ',
    'us',
    [...MOST, 'Object Storage', 'GPU Computes', 'Bare Metal', 'Vlans', 'Block Storage Migrations'],
  ],
  ['eu-west', 'London, UK', 'uk', [...MOST, 'Vlans', 'Block Storage Migrations']],
  [
    'ap-south',
    'Singapore, SG',
    'sg',
    [...MOST, 'Object Storage', 'GPU Computes', 'Vlans', 'Block Storage Migrations'],
  ],
  [
    'eu-central',
    'Frankfurt, DE',
    'de',
    [...MOST, 'Object Storage', 'GPU Computes', 'Vlans', 'Block Storage Migrations'],
  ],
  ['ap-northeast', 'Tokyo, JP', 'jp', [...MOST, 'Block Storage Migrations']],
];

const resolversOf = (index: number): Region['resolvers'] => ({
  ipv4: [5, 6, 7].map((host) => `198.19.${200 + index}.${host}`).join(','),
  ipv6: [5, 6, 7]
    .map((host) => `2001:db8:ff${index.toString(16).padStart(2, '0')}::${host}`)
    .join(','),
});

export const REGIONS: readonly Region[] = LINES.map(
  ([id, label, country, capabilities], index) => ({
    id,
    label,
    country,
    capabilities,
    status: 'ok',
    resolvers: resolversOf(index),
  }),
);

export const region = (id: string): Region | undefined => REGIONS.find((known) => known.id === id);

/** Reports whether a region has a capability, "Vlans" or "Block Storage". */
export const isCapable = (id: string, capability: string): boolean =>
  region(id)?.capabilities.includes(capability) === true;

/** Returns the storage type of a region; recordings show hard disks in these, and nvme
 *  elsewhere. */
export const hardwareType = (id: string): 'hdd' | 'nvme' =>
  id === 'us-west' || id === 'us-central' ? 'hdd' : 'nvme';
