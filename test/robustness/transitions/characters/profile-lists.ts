const EMPTY = { kind: 'Empty' };
const spare = { kind: 'Volume', volumeRef: { name: 'spare' } };
const loose = { kind: 'Volume', volumeRef: { id: { $id: 'loose' } } };
const SLOTS = ['sda', 'sdb', 'sdc', 'sdd', 'sde', 'sdf', 'sdg', 'sdh'] as const;
const RICH = {
  label: 'main',
  comments: 'the first',
  helpers: {
    devtmpfsAutomount: true,
    distro: false,
    modulesDep: false,
    network: true,
    updatedbDisabled: false,
  },
  interfaces: [
    { purpose: 'public' },
    { purpose: 'vlan', label: 'back', ipamAddress: '10.0.0.2/24' },
  ],
  kernel: 'compute/grub2',
  memoryLimit: 512,
  rootDevice: '/dev/sdb',
  runLevel: 'single',
  virtMode: 'fullvirt',
};
const OTHER = {
  ...RICH,
  comments: '',
  helpers: {
    devtmpfsAutomount: false,
    distro: true,
    modulesDep: true,
    network: false,
    updatedbDisabled: true,
  },
  interfaces: [{ purpose: 'vlan', label: 'front', ipamAddress: '10.0.1.2/24' }],
  kernel: 'compute/latest-64bit',
  memoryLimit: 0,
  rootDevice: '/dev/sda',
  runLevel: 'default',
  virtMode: 'paravirt',
};
const disk = (nth: number) => ({ kind: 'Disk', diskId: { $disk: 'Instance/web', nth } });
const inEvery = (one: object) => Object.fromEntries(SLOTS.map((slot) => [slot, one]));

/** Two volumes in two slots; the others stay free. */
const pair = (first: (typeof SLOTS)[number], second: (typeof SLOTS)[number]) => [
  { label: 'main', devices: { ...inEvery(EMPTY), [first]: spare, [second]: loose } },
];

/** Lists of profiles of the spec. */
export const CONFIGS: readonly (readonly object[])[] = [
  [],
  [{ label: 'main' }],
  [RICH],
  [OTHER],
  [RICH, { label: 'other' }],
  [OTHER, { label: 'other', comments: 'the second' }],
  pair('sda', 'sdb'),
  pair('sdc', 'sdd'),
  pair('sde', 'sdf'),
  pair('sdg', 'sdh'),
  [{ label: 'main', devices: { sda: disk(0) } }],
  [{ label: 'main', devices: { sda: disk(1) } }],
  [{ label: 'main', devices: { sda: { kind: 'Volume', volumeRef: { name: 'missing' } } } }],
  [{ label: 'main', devices: { sda: loose } }],
  [
    {
      label: 'main',
      devices: { sda: { kind: 'Volume', volumeRef: { id: { $id: 'Volume/spare' } } }, sdb: EMPTY },
    },
  ],
  [{ label: 'main', devices: { sda: loose, sdb: EMPTY } }],
  [RICH, { label: 'other', interfaces: [] }],
];
