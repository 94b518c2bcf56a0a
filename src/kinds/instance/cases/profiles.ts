import type { Case } from '../../../model/case.ts';

const CONFIGS = '/compute/instances/7/configs';

const free = {
  sda: null,
  sdb: null,
  sdc: null,
  sdd: null,
  sde: null,
  sdf: null,
  sdg: null,
  sdh: null,
};
const helpers = {
  devtmpfs_automount: true,
  distro: true,
  modules_dep: true,
  network: true,
  updatedb_disabled: true,
};
/** A profile that the service creates from a label alone. */
const main = {
  id: 3,
  label: 'main',
  comments: '',
  devices: free,
  helpers,
  interfaces: [],
  kernel: 'compute/latest-64bit',
  memory_limit: 0,
  root_device: '/dev/sda',
  run_level: 'default',
  virt_mode: 'paravirt',
};
const stored = (fields: object = {}) => ({ configs: [{ ...main, ...fields }] });
const wanted = (fields: object = {}) => ({ configs: [{ label: 'main', ...fields }] });
const UPDATE = `UpdateProfile (PUT ${CONFIGS}/3)`;
const full = {
  label: 'main',
  comments: 'c',
  kernel: 'compute/grub2',
  memoryLimit: 512,
  rootDevice: '/dev/sdb',
  runLevel: 'single',
  virtMode: 'fullvirt',
};

const creation: readonly Case[] = [
  {
    name: 'a profile is made with its label alone',
    source: 'compute#configuration-profiles',
    keptBy: 'plan',
    spec: wanted(),
    details: { configs: [] },
    plan: [`CreateProfile (POST ${CONFIGS}) configs[main].label: main`],
    sends: [{ label: 'main', devices: {} }],
  },
  {
    name: 'a profile is made with all that the body can carry',
    source: 'compute#configuration-profiles',
    keptBy: 'plan',
    spec: {
      configs: [
        {
          ...full,
          devices: {
            sda: { kind: 'Disk', diskId: 31 },
            sdb: { kind: 'Volume', volumeRef: { id: 12 } },
          },
          helpers: { network: false },
          interfaces: [{ purpose: 'vlan', label: 'back' }],
        },
      ],
    },
    details: { configs: [] },
    plan: [
      `CreateProfile (POST ${CONFIGS}) configs[main].label: main, configs[main].comments: c, configs[main].devices.sda: {"kind":"Disk","diskId":31}, configs[main].devices.sdb: {"kind":"Volume","volumeRef":{"id":12}}, configs[main].helpers.network: false, configs[main].interfaces: [{"purpose":"vlan","label":"back","ipamAddress":""}], configs[main].kernel: compute/grub2, configs[main].memoryLimit: 512, configs[main].rootDevice: /dev/sdb, configs[main].runLevel: single, configs[main].virtMode: fullvirt`,
    ],
    sends: [
      {
        label: 'main',
        comments: 'c',
        kernel: 'compute/grub2',
        memory_limit: 512,
        root_device: '/dev/sdb',
        run_level: 'single',
        virt_mode: 'fullvirt',
        interfaces: [{ purpose: 'vlan', label: 'back' }],
        helpers: { network: false },
        devices: { sda: { disk_id: 31 }, sdb: { volume_id: 12 } },
      },
    ],
  },
  {
    name: 'profiles that the spec does not name are left alone',
    source: 'compute#configuration-profiles',
    keptBy: 'canonical',
    spec: { configs: [] },
    details: stored(),
    plan: [],
  },
  {
    name: 'profiles that were not looked at are not spoken of',
    spec: wanted({ kernel: 'compute/grub2' }),
    unseen: true,
    plan: [],
  },
  {
    name: 'profiles that the service does not show are waited for',
    spec: wanted(),
    details: { configs: null },
    plan: ['wait for the profiles of the instance, which the service does not show yet'],
  },
  {
    name: 'a profile with a volume that is not created yet is not made',
    spec: wanted({ devices: { sda: { kind: 'Volume', volumeRef: { name: 'data' } } } }),
    details: { configs: [] },
    plan: [],
    ends: 'waiting',
  },
];

const change = (
  name: string,
  fields: object,
  at: object,
  changes: string,
  sends: object,
  source = 'compute#configuration-profiles',
): Case => ({
  name,
  source,
  keptBy: 'plan',
  spec: wanted(fields),
  details: stored(at),
  plan: [`${UPDATE} ${changes}`],
  sends: [sends as Record<string, unknown>],
});
const alike = (name: string, fields: object, at: object, source: string): Case => ({
  name,
  source,
  keptBy: 'canonical',
  spec: wanted(fields),
  details: stored(at),
  plan: [],
});

const settings: readonly Case[] = [
  change('comments are changed', { comments: 'c' }, {}, 'configs[main].comments:  -> c', {
    comments: 'c',
  }),
  change(
    'the kernel is changed',
    { kernel: 'compute/grub2' },
    {},
    'configs[main].kernel: compute/latest-64bit -> compute/grub2',
    {
      kernel: 'compute/grub2',
    },
  ),
  change(
    'the memory limit is changed',
    { memoryLimit: 512 },
    {},
    'configs[main].memoryLimit: 0 -> 512',
    { memory_limit: 512 },
  ),
  change(
    'the root device is changed',
    { rootDevice: '/dev/sdb' },
    {},
    'configs[main].rootDevice: /dev/sda -> /dev/sdb',
    {
      root_device: '/dev/sdb',
    },
  ),
  change(
    'the run level is changed',
    { runLevel: 'single' },
    {},
    'configs[main].runLevel: default -> single',
    { run_level: 'single' },
  ),
  change(
    'the virtualization is changed',
    { virtMode: 'fullvirt' },
    {},
    'configs[main].virtMode: paravirt -> fullvirt',
    {
      virt_mode: 'fullvirt',
    },
  ),
  change(
    'helpers are sent whole, those that are not named as they are stored',
    { helpers: { network: false } },
    { helpers: { ...helpers, distro: false } },
    'configs[main].helpers.network: true -> false',
    { helpers: { ...helpers, distro: false, network: false } },
  ),
  change(
    'interfaces are replaced in their order',
    { interfaces: [{ purpose: 'vlan', label: 'back' }, { purpose: 'public' }] },
    {
      interfaces: [
        { purpose: 'public', label: null, ipam_address: null },
        { purpose: 'vlan', label: 'back', ipam_address: '' },
      ],
    },
    'configs[main].interfaces: [{"purpose":"public","label":"","ipamAddress":""},{"purpose":"vlan","label":"back","ipamAddress":""}] -> [{"purpose":"vlan","label":"back","ipamAddress":""},{"purpose":"public","label":"","ipamAddress":""}]',
    { interfaces: [{ purpose: 'vlan', label: 'back' }, { purpose: 'public' }] },
  ),
  alike(
    'no interface and one public are the same',
    { interfaces: [] },
    { interfaces: [{ purpose: 'public', label: '', ipam_address: '' }] },
    'compute#interfaces',
  ),
  alike(
    'texts of a public interface may be null or empty',
    { interfaces: [{ purpose: 'public' }] },
    { interfaces: [{ purpose: 'public', label: null, ipam_address: null }] },
    'compute#interfaces',
  ),
  alike(
    'no comments and empty ones are the same',
    { comments: '' },
    { comments: null },
    'compute#configuration-profiles',
  ),
  alike(
    'a memory limit of 0 is all there is',
    { memoryLimit: 0 },
    { memory_limit: 1024 },
    'compute#configuration-profiles',
  ),
  alike(
    'a memory limit of all there is is 0',
    { memoryLimit: 1024 },
    { memory_limit: 0 },
    'compute#configuration-profiles',
  ),
  alike(
    'no memory limit is 0',
    { memoryLimit: 0 },
    { memory_limit: null },
    'compute#configuration-profiles',
  ),
];

const recorded = (devices: readonly object[] = []) => ({
  configs: [{ label: 'main', id: 3 }],
  ...(devices.length === 0 ? {} : { parts: [{ label: 'main', devices }] }),
});
const devices: readonly Case[] = [
  change(
    'a device slot is filled, the others are sent back as they are',
    { devices: { sdb: { kind: 'Volume', volumeRef: { id: 12 } } } },
    { devices: { ...free, sda: { disk_id: 31, volume_id: null } } },
    'configs[main].devices.sdb: {"kind":"Volume","volumeRef":{"id":12}}',
    { devices: { sda: { disk_id: 31 }, sdb: { volume_id: 12 } } },
  ),
  change(
    'a slot is emptied when the spec says so',
    { devices: { sda: { kind: 'Empty' } } },
    { devices: { ...free, sda: { disk_id: 31, volume_id: null } } },
    'configs[main].devices.sda: {"kind":"Disk","diskId":31} -> null',
    { devices: { sda: null } },
  ),
  alike(
    'a free slot may be null or an object of nulls',
    { devices: { sda: { kind: 'Empty' } } },
    { devices: { ...free, sda: { disk_id: null, volume_id: null } } },
    'compute#devices',
  ),
  alike(
    'slots that the spec does not name may hold what a Volume put there',
    { devices: {} },
    { devices: { ...free, sdc: { disk_id: null, volume_id: 12 } } },
    'compute#devices',
  ),
  {
    name: 'a slot that the spec no longer names is emptied',
    was: wanted({ devices: { sdb: { kind: 'Volume', volumeRef: { id: 12 } } } }),
    spec: wanted({ devices: {} }),
    details: stored({ devices: { ...free, sdb: { disk_id: null, volume_id: 12 } } }),
    recorded: recorded([{ slot: 'sdb', volumeId: 12 }]),
    plan: [`${UPDATE} configs[main].devices.sdb: {"kind":"Volume","volumeRef":{"id":12}} -> null`],
    sends: [{ devices: { sdb: null } }],
  },
  {
    name: 'a slot that was filled outside is left alone',
    spec: wanted({ devices: {} }),
    details: stored({ devices: { ...free, sdb: { disk_id: null, volume_id: 13 } } }),
    recorded: recorded([{ slot: 'sdb', volumeId: 12 }]),
    plan: [],
  },
  {
    name: 'devices that the spec no longer names are not managed',
    was: wanted({ devices: { sdb: { kind: 'Volume', volumeRef: { id: 12 } } } }),
    spec: wanted(),
    details: stored({ devices: { ...free, sdb: { disk_id: null, volume_id: 12 } } }),
    recorded: recorded([{ slot: 'sdb', volumeId: 12 }]),
    plan: [],
  },
  {
    name: 'a volume that is not created yet leaves its slot as it is',
    spec: wanted({
      kernel: 'compute/grub2',
      devices: { sdb: { kind: 'Volume', volumeRef: { name: 'data' } } },
    }),
    details: stored(),
    plan: [`${UPDATE} configs[main].kernel: compute/latest-64bit -> compute/grub2`],
    sends: [{ kernel: 'compute/grub2' }],
    ends: 'waiting',
  },
];

const identity: readonly Case[] = [
  {
    name: 'a profile that was relabelled outside is known by its id and gets its label back',
    source: 'compute#configuration-profiles',
    keptBy: 'plan',
    spec: wanted(),
    details: stored({ label: 'other' }),
    recorded: recorded(),
    plan: [`${UPDATE} configs[main].label: other -> main`],
    sends: [{ label: 'main' }],
  },
  {
    name: 'a profile with a recorded id is renamed, not created',
    spec: { configs: [{ label: 'other' }] },
    details: stored({ label: 'other' }),
    recorded: recorded(),
    plan: [`CreateProfile (POST ${CONFIGS}) configs[other].label: other`],
  },
  {
    name: 'a profile that vanished is made again',
    spec: wanted(),
    details: { configs: [] },
    recorded: recorded(),
    plan: [`CreateProfile (POST ${CONFIGS}) configs[main].label: main`],
  },
];

const BOOT = 'Boot (POST /compute/instances/7/boot) booted: false -> true';
const boots = { booted: true, bootConfig: 'main' };
const booting: readonly Case[] = [
  {
    name: 'the profile that the spec names is booted',
    source: 'compute#power',
    keptBy: 'plan',
    spec: boots,
    details: stored(),
    plan: [BOOT],
    sends: [{ config_id: 3 }],
  },
  {
    name: 'the profile to boot is known from status',
    was: wanted(),
    spec: boots,
    recorded: recorded(),
    plan: [BOOT],
    sends: [{ config_id: 3 }],
  },
  {
    name: 'the only profile of the spec is booted beside others',
    source: 'compute#power',
    keptBy: 'plan',
    spec: { booted: true, configs: [{ label: 'main' }] },
    item: { image: 'compute/debian11' },
    details: { configs: [main, { ...main, id: 9, label: 'of the image' }] },
    plan: [BOOT],
    sends: [{ config_id: 3 }],
  },
  {
    name: 'the profile of the image is booted while the only one of the spec does not exist',
    spec: { booted: true, configs: [{ label: 'main', kernel: 'compute/grub2' }] },
    item: { image: 'compute/debian11' },
    details: { configs: [{ ...main, id: 9, label: 'of the image' }] },
    plan: [
      `CreateProfile (POST ${CONFIGS}) configs[main].label: main, configs[main].kernel: compute/grub2`,
      BOOT,
    ],
    sends: [{ label: 'main', devices: {}, kernel: 'compute/grub2' }, { config_id: 9 }],
    ends: 'ready',
  },
  {
    name: 'a profile to boot that is not there is waited for',
    spec: boots,
    details: { configs: [] },
    plan: ['wait for the profile main, which the instance does not have'],
  },
  {
    name: 'a profile to boot that was not looked at is waited for',
    spec: boots,
    unseen: true,
    plan: ['wait for a read of the profiles of the instance'],
  },
  {
    name: 'the profile to boot is made first',
    spec: { ...boots, configs: [{ label: 'main' }] },
    details: { configs: [] },
    plan: [
      `CreateProfile (POST ${CONFIGS}) configs[main].label: main`,
      'wait for the profile main, which the instance does not have',
    ],
    ends: 'ready',
  },
  {
    name: 'without image and profiles there is nothing to boot',
    source: 'compute#create',
    keptBy: 'wait',
    spec: { booted: true },
    details: { configs: [] },
    plan: ['wait for a profile to boot: the instance has neither image nor profiles'],
  },
  {
    name: 'without an image a profile is looked for first',
    spec: { booted: true },
    unseen: true,
    plan: ['wait for a read of the profiles of the instance'],
  },
  {
    name: 'without an image the profile that is there is booted',
    spec: { booted: true },
    details: stored(),
    plan: [BOOT],
    sends: [{}],
  },
  {
    name: 'is rebooted into the profile that the spec names',
    request: { verb: 'Reboot', token: 'a' },
    spec: { bootConfig: 'main' },
    item: { status: 'running' },
    details: stored(),
    plan: ['Reboot (POST /compute/instances/7/reboot)'],
    sends: [{ config_id: 3 }],
  },
  {
    name: 'without an image is rebooted into the profile that is there',
    request: { verb: 'Reboot', token: 'a' },
    item: { status: 'running' },
    details: stored(),
    plan: ['Reboot (POST /compute/instances/7/reboot)'],
    sends: [{}],
  },
  {
    name: 'without an image is rebooted into the profile that the service picks',
    source: 'compute#power',
    keptBy: 'plan',
    request: { verb: 'Reboot', token: 'a' },
    item: { status: 'running' },
    unseen: true,
    plan: ['Reboot (POST /compute/instances/7/reboot)'],
    sends: [{}],
  },
  {
    name: 'is rescued with the devices of its profile but for sdh',
    source: 'compute#rescue',
    keptBy: 'plan',
    request: { verb: 'Rescue', token: 'a' },
    details: stored({
      devices: {
        ...free,
        sda: { disk_id: 31, volume_id: null },
        sdh: { disk_id: 32, volume_id: null },
      },
    }),
    plan: ['Rescue (POST /compute/instances/7/rescue)'],
    sends: [{ devices: { sda: { disk_id: 31 } } }],
  },
];

/** Configuration profiles, and booting with them. */
export const profileCases: readonly Case[] = [
  ...creation,
  ...settings,
  ...devices,
  ...identity,
  ...booting,
];
