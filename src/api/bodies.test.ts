import { expect, test } from 'vitest';
import type * as z from 'zod';
import { AccountUpdate } from './account.ts';
import { AddressAssign, AddressShare } from './addresses.ts';
import { ClusterLabel, ClusterRegenerate } from './clusters.ts';
import { DeviceSlot } from './devices.ts';
import { DiskCreate } from './disks.ts';
import { DomainCreate } from './domains.ts';
import { InstanceClone } from './instance-actions.ts';
import { InstanceCreate, InstanceRescue, StackScriptData } from './instance-bodies.ts';
import { WindowUpdate } from './mysql.ts';
import { Autoscaler } from './pools.ts';
import { VolumeAttach, VolumeCreate } from './volumes.ts';

const instance = { region: 'eu-west', type: 'g6-nanode-1' };
const domain = { domain: 'example.org', type: 'master', soa_email: 'a@example.org' };
const longList = (length: number): readonly string[] => ['x'.repeat(length)];

/** Rules between the fields of one body: the refused field, '' for the body as a whole, or none. */
const rows: readonly (readonly [string, z.ZodType, unknown, readonly string[]])[] = [
  ['an instance without image needs no password', InstanceCreate, instance, []],
  [
    'an instance from an image needs one',
    InstanceCreate,
    { ...instance, image: 'compute/debian11' },
    ['root_pass'],
  ],
  [
    'an instance from a script needs one',
    InstanceCreate,
    { ...instance, stackscript_id: 1 },
    ['root_pass'],
  ],
  ['answers to a script at the limit', StackScriptData, { a: 'x'.repeat(65_527) }, []],
  ['answers to a script beyond it', StackScriptData, { a: 'x'.repeat(65_528) }, ['']],
  ['rescue without sdh', InstanceRescue, { devices: { sda: { disk_id: 1 } } }, []],
  ['rescue with sdh', InstanceRescue, { devices: { sdh: { disk_id: 1 } } }, ['devices.sdh']],
  ['a device with a disk and a volume', DeviceSlot, { disk_id: 1, volume_id: 2 }, ['']],
  ['a device with a disk and no volume', DeviceSlot, { disk_id: 1, volume_id: null }, []],
  [
    'a disk from an image without a password',
    DiskCreate,
    { size: 10, image: 'compute/debian11' },
    ['root_pass'],
  ],
  ['a disk without label and image', DiskCreate, { size: 10 }, ['label']],
  ['a clone to nowhere', InstanceClone, { region: 'eu-west' }, ['']],
  ['a clone onto an instance', InstanceClone, { compute_id: 1 }, []],
  ['a volume in a region', VolumeCreate, { label: 'a', region: 'eu-west' }, []],
  ['a volume on an instance', VolumeCreate, { label: 'a', compute_id: 1, config_id: 2 }, []],
  ['a volume nowhere', VolumeCreate, { label: 'a' }, ['']],
  [
    'a profile without its instance',
    VolumeCreate,
    { label: 'a', region: 'eu-west', config_id: 2 },
    ['config_id'],
  ],
  [
    'a volume label with a digit in front',
    VolumeCreate,
    { label: '1a', region: 'eu-west' },
    ['label'],
  ],
  ['a volume label with two dashes', VolumeCreate, { label: 'a--b', region: 'eu-west' }, ['label']],
  [
    'not persistent, with a profile',
    VolumeAttach,
    { compute_id: 1, config_id: 2, persist_across_boots: false },
    ['config_id'],
  ],
  ['persistent, with a profile', VolumeAttach, { compute_id: 1, config_id: 2 }, []],
  ['a monthly window without its week', WindowUpdate, { frequency: 'monthly' }, ['week_of_month']],
  [
    'a weekly window with a week',
    WindowUpdate,
    { frequency: 'weekly', week_of_month: 1 },
    ['week_of_month'],
  ],
  [
    'a weekly window without a week',
    WindowUpdate,
    { frequency: 'weekly', week_of_month: null },
    [],
  ],
  ['regenerate nothing', ClusterRegenerate, { kubeconfig: false }, ['']],
  ['regenerate one', ClusterRegenerate, { servicetoken: true }, []],
  ['a cluster label with an umlaut', ClusterLabel, 'größe', []],
  ['a cluster label with a four-byte character', ClusterLabel, 'a🚀', ['']],
  ['an autoscaler with min alone', Autoscaler, { enabled: true, min: 1 }, ['']],
  ['an autoscaler upside down', Autoscaler, { enabled: true, min: 3, max: 2 }, ['min']],
  [
    'a master without a mail address',
    DomainCreate,
    { domain: 'example.org', type: 'master' },
    ['soa_email'],
  ],
  [
    'a slave without a master',
    DomainCreate,
    { domain: 'example.org', type: 'slave', master_ips: [] },
    ['master_ips'],
  ],
  [
    'addresses of 1000 characters together',
    DomainCreate,
    { ...domain, axfr_ips: [...longList(999), 'y'] },
    [],
  ],
  [
    'addresses of 1001',
    DomainCreate,
    { ...domain, axfr_ips: [...longList(1000), 'y'] },
    ['axfr_ips'],
  ],
  [
    'a domain label of 64 characters',
    DomainCreate,
    { ...domain, domain: `${'a'.repeat(64)}.org` },
    ['domain'],
  ],
  [
    'a range of 56 bits',
    AddressAssign,
    { region: 'a', assignments: [{ address: '2001:db8::/56', compute_id: 1 }] },
    [],
  ],
  [
    'a range of 60 bits',
    AddressAssign,
    { region: 'a', assignments: [{ address: '2001:db8::/60', compute_id: 1 }] },
    ['assignments.0.address'],
  ],
  [
    'sharing of a range without suffix',
    AddressShare,
    { compute_id: 1, ips: ['2001:db8::', '198.51.100.1'] },
    [],
  ],
  [
    'sharing of a range with one',
    AddressShare,
    { compute_id: 1, ips: ['2001:db8::/64'] },
    ['ips.0'],
  ],
  ['a company with a bracket', AccountUpdate, { company: 'A (B)' }, ['company']],
  ['a zip of nine letters and more', AccountUpdate, { zip: '12 345-678 9' }, []],
  ['a zip of ten', AccountUpdate, { zip: '1234567890' }, ['zip']],
];

test.each(rows)('%s', (_, schema, body, fields) => {
  expect(schema.safeParse(body).error?.issues.map((issue) => issue.path.join('.')) ?? []).toEqual(
    fields,
  );
});
