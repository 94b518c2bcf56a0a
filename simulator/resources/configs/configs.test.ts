import { expect } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import {
  bare,
  field,
  first,
  make,
  offline,
  running,
  volume,
} from '../../../test/support/simulator/givens.ts';
import type { Stage } from '../../../test/support/simulator/stage.ts';

const all = (id: number): string => `/compute/instances/${id}/configs`;
const SLOTS = {
  sda: null,
  sdb: null,
  sdc: null,
  sdd: null,
  sde: null,
  sdf: null,
  sdg: null,
  sdh: null,
};
const EMPTY = { disk_id: null, volume_id: null };
const plain = { label: 'plain', devices: {} };

const withVlan = (stage: Stage): number => {
  const id = bare(stage);
  make(stage, all(id), {
    ...plain,
    interfaces: [{ purpose: 'public' }, { purpose: 'vlan', label: 'lan' }],
  });
  return id;
};

const defaults = {
  helpers: {
    updatedb_disabled: true,
    distro: true,
    modules_dep: true,
    network: true,
    devtmpfs_automount: true,
  },
  kernel: 'compute/latest-64bit',
  comments: '',
  memory_limit: 0,
  root_device: '/dev/sda',
  devices: SLOTS,
  initrd: null,
  run_level: 'default',
  virt_mode: 'paravirt',
  interfaces: [],
};

playAll([
  {
    name: 'what is left out has its default',
    given: bare,
    call: (id) => ['POST', all(id), plain],
    has: defaults,
  },
  {
    name: 'free slots are objects and the memory limit is the memory',
    dialect: 'documents',
    given: bare,
    call: (id) => ['POST', all(id), plain],
    has: { memory_limit: 1024, devices: { sda: EMPTY, sdh: EMPTY } },
  },
  {
    name: 'a profile can be made while the instance is provisioning',
    given: (stage) => make(stage, '/compute/instances', { region: 'us-east', type: 'g6-nanode-1' }),
    call: (id) => ['POST', all(id), plain],
  },
  {
    name: 'label and devices are wanted',
    given: bare,
    call: (id) => ['POST', all(id), {}],
    status: 400,
    problems: ['devices: devices is required', 'label: label is required'],
  },
  {
    name: 'the kernel must exist',
    given: bare,
    call: (id) => ['POST', all(id), { ...plain, kernel: 'compute/none' }],
    status: 400,
    problems: ['kernel: kernel is not valid'],
  },
  {
    name: 'the memory limit ends at the memory',
    given: bare,
    call: (id) => ['POST', all(id), { ...plain, memory_limit: 1025 }],
    status: 400,
    problems: ['memory_limit: Must be 0-1024'],
  },
  {
    name: 'a device holds one thing',
    given: bare,
    call: (id) => ['POST', all(id), { ...plain, devices: { sda: { disk_id: 1, volume_id: 2 } } }],
    status: 400,
    problems: ['devices.sda: Only one of disk_id and volume_id may be set'],
  },
  {
    name: 'an unknown disk is refused',
    given: bare,
    call: (id) => ['POST', all(id), { ...plain, devices: { sda: { disk_id: 1 } } }],
    status: 400,
    problems: ['devices.sda.disk_id: disk_id is not valid'],
  },
  {
    name: 'the same disk is not used twice',
    given: offline,
    call: (id, stage) => {
      const disk_id = first(stage, `/compute/instances/${id}/disks`);
      return ['POST', all(id), { ...plain, devices: { sda: { disk_id }, sdb: { disk_id } } }];
    },
    status: 400,
    problems: ['devices.sdb: The same device is used twice'],
  },
  {
    name: 'full virtualisation has four devices',
    given: offline,
    call: (id, stage) => [
      'POST',
      all(id),
      {
        ...plain,
        virt_mode: 'fullvirt',
        devices: { sde: { disk_id: first(stage, `/compute/instances/${id}/disks`) } },
      },
    ],
    status: 400,
    problems: ['devices.sde: sde cannot be used with fullvirt'],
  },
  {
    name: 'a volume in another region is refused',
    given: bare,
    call: (id, stage) => [
      'POST',
      all(id),
      { ...plain, devices: { sda: { volume_id: volume(stage, { region: 'eu-west' }) } } },
    ],
    status: 400,
    problems: ['devices.sda.volume_id: Volume and Compute are in different regions'],
  },
  {
    name: 'a volume that a profile names is attached at once',
    given: bare,
    call: (id, stage) => [
      'POST',
      all(id),
      { ...plain, devices: { sda: { volume_id: volume(stage) } } },
    ],
    has: { devices: { sda: { disk_id: null, volume_id: 720_001 }, sdb: null } },
    afterwards: (stage, id) => expect(field(stage, '/volumes/720001', 'compute_id')).toBe(id),
  },
  {
    name: 'a volume that the profile loses comes off later',
    given: (stage) => {
      const id = running(stage);
      volume(stage, { compute_id: id });
      return id;
    },
    call: (id, stage) => ['PUT', `${all(id)}/${first(stage, all(id))}`, { devices: {} }],
    has: { devices: SLOTS },
    afterwards: (stage, id) => {
      expect(field(stage, '/volumes/720001', 'compute_id')).toBe(id);
      stage.settle();
      expect(field(stage, '/volumes/720001', 'compute_id')).toBeNull();
    },
  },
  {
    name: 'interfaces null keeps them',
    given: withVlan,
    call: (id, stage) => ['PUT', `${all(id)}/${first(stage, all(id))}`, { interfaces: null }],
    has: {
      interfaces: [
        { purpose: 'public', label: null, ipam_address: null },
        { purpose: 'vlan', label: 'lan', ipam_address: '' },
      ],
    },
  },
  {
    name: 'a purpose of a later version is none',
    given: running,
    call: (id, stage) => [
      'PUT',
      `${all(id)}/${first(stage, all(id))}`,
      { interfaces: [{ purpose: 'public' }, { purpose: 'vpc' }] },
    ],
    status: 400,
    problems: ['interfaces[1].purpose: Must be one of public, vlan'],
  },
  {
    name: 'interfaces empty resets them',
    given: withVlan,
    call: (id, stage) => ['PUT', `${all(id)}/${first(stage, all(id))}`, { interfaces: [] }],
    has: { interfaces: [] },
  },
  {
    name: 'public interfaces show empty texts',
    dialect: 'documents',
    given: withVlan,
    call: (id) => ['GET', all(id)],
    has: {
      data: [
        { interfaces: [{ purpose: 'public', label: '', ipam_address: '' }, { purpose: 'vlan' }] },
      ],
    },
  },
  {
    name: 'an address of a VLAN is in CIDR notation',
    given: bare,
    call: (id) => [
      'POST',
      all(id),
      { ...plain, interfaces: [{ purpose: 'vlan', label: 'lan', ipam_address: '10.0.0.1' }] },
    ],
    status: 400,
    problems: ['interfaces[0].ipam_address: ipam_address is not valid'],
  },
  {
    name: 'helpers that are not named stay',
    given: withVlan,
    call: (id, stage) => [
      'PUT',
      `${all(id)}/${first(stage, all(id))}`,
      { helpers: { distro: false } },
    ],
    has: { helpers: { distro: false, network: true } },
  },
  {
    name: 'the root device is kept as sent',
    given: withVlan,
    call: (id, stage) => [
      'PUT',
      `${all(id)}/${first(stage, all(id))}`,
      { root_device: '/dev/root', comments: null },
    ],
    has: { root_device: '/dev/root', comments: '' },
  },
  {
    name: 'profiles can be found by a VLAN',
    given: withVlan,
    call: (id) => ['GET', all(id), undefined, { filter: { interfaces: 'lan' } }],
    has: { results: 1 },
  },
  {
    name: 'a deleted profile is not found',
    given: (stage) => {
      const id = withVlan(stage);
      stage.call('DELETE', `${all(id)}/${first(stage, all(id))}`);
      return id;
    },
    call: (id) => ['GET', all(id)],
    has: { results: 0 },
  },
  {
    name: 'a profile of another instance is not found',
    given: offline,
    call: (id, stage) => ['GET', `${all(bare(stage))}/${first(stage, all(id))}`],
    status: 404,
  },
]);
