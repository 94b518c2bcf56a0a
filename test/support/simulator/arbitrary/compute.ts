import fc from 'fast-check';
import { make, PASSWORD, PLACE } from '../givens.ts';
import type { Stage } from '../stage.ts';
import { body, item, label, tags, word } from './making.ts';

const THRESHOLD = fc.nat({ max: 4800 });
const alerts = body(
  {},
  {
    cpu: THRESHOLD,
    io: THRESHOLD,
    network_in: THRESHOLD,
    network_out: THRESHOLD,
    transfer_quota: THRESHOLD,
  },
);
const schedule = body(
  {},
  { day: fc.constantFrom('Monday', 'Scheduling'), window: fc.constantFrom('W0', 'W22') },
);

const vlan = fc
  .tuple(word(1, 10), fc.constantFrom('', '10.0.0.1/24'))
  .map(([name, cidr]) => ({ purpose: 'vlan', label: name, ipam_address: cidr }));
const interfaces = fc.oneof(
  fc.constant([]),
  fc.constant([{ purpose: 'public' }]),
  vlan.map((given) => [{ purpose: 'public', label: '', ipam_address: '' }, given]),
);

export const instance = item(
  '/compute/instances',
  fc.oneof(
    body(PLACE, {
      label,
      tags,
      group: word(0, 5),
      interfaces,
      private_ip: fc.boolean(),
      backups_enabled: fc.boolean(),
    }),
    body(
      { ...PLACE, image: 'compute/debian11', root_pass: PASSWORD },
      { booted: fc.boolean(), backups_enabled: fc.boolean(), swap_size: fc.constantFrom(0, 256) },
    ),
  ),
  body(
    {},
    {
      alerts,
      backups: schedule.map((given) => ({ schedule: given })),
      label,
      tags,
      group: word(0, 5),
      watchdog_enabled: fc.boolean(),
    },
  ),
);

const helpers = body(
  {},
  {
    devtmpfs_automount: fc.boolean(),
    distro: fc.boolean(),
    modules_dep: fc.boolean(),
    network: fc.boolean(),
    updatedb_disabled: fc.boolean(),
  },
);
const profileFields = {
  comments: fc.option(word(0, 10)),
  helpers,
  interfaces,
  kernel: fc.constantFrom('compute/latest-64bit', 'compute/grub2'),
  memory_limit: fc.constantFrom(0, 512),
  root_device: fc.constantFrom('/dev/sda', '/dev/sdb', ''),
  run_level: fc.constantFrom('default', 'single', 'binbash'),
  virt_mode: fc.constantFrom('paravirt', 'fullvirt'),
};

const bare = item('/compute/instances', body(PLACE, { label }), body({}, {}));

/** A profile whose first slots contain a disk and a volume, or nothing. */
export const profile = fc
  .tuple(
    bare,
    body({ label: 'profile' }, profileFields),
    body({}, { label, ...profileFields }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([host, creation, change, hasDisk, hasVolume]) => (stage: Stage) => {
    const above = host(stage);
    stage.settle();
    const all = `${above}/configs`;
    const disk_id = hasDisk ? make(stage, `${above}/disks`, { label: 'disk', size: 100 }) : null;
    const volume_id = hasVolume
      ? make(stage, '/volumes', { label: 'plugged', region: PLACE.region })
      : null;
    stage.settle();
    const path = `${all}/${make(stage, all, { ...creation, devices: { sda: { disk_id }, sdb: { volume_id }, sdc: null } })}`;
    stage.settle();
    stage.call('PUT', path, change);
    return path;
  });

export const disk = fc
  .tuple(bare, label, fc.constantFrom('ext4', 'ext3', 'swap', 'raw'))
  .map(([host, name, filesystem]) => (stage: Stage) => {
    const above = host(stage);
    stage.settle();
    return `${above}/disks/${make(stage, `${above}/disks`, { label: name, size: 100, filesystem })}`;
  });
