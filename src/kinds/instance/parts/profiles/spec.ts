import { z } from 'zod';
import { ConfigCreate, ConfigUpdate } from '../../../../api/configs.ts';
import { Id } from '../../../../api/conventions.ts';
import { Devices } from '../../../../api/devices.ts';
import { itemRef, lineAsLongAs, oneLine } from '../../../../model/spec-fields.ts';
import { InterfacesSpec } from '../interfaces.ts';

/** The device slots of a profile. Source: compute#devices. */
export const SLOTS = Devices.keyof().options;
export type Slot = (typeof SLOTS)[number];

const SlotSpec = z.strictObject({
  kind: z
    .enum(['Disk', 'Volume', 'Empty'])
    .describe(
      'Disk: the disk of diskId. Volume: the volume of volumeRef. Empty: the slot is free.',
    ),
  diskId: Id.optional().describe(
    'Id of a disk of the instance. Required with kind Disk, and allowed only there.',
  ),
  volumeRef: itemRef(
    'The volume. Required with kind Volume, and allowed only there. If the Volume itself names an instance, the profile waits until it does not.',
  ).optional(),
});
export type SlotSpec = z.infer<typeof SlotSpec>;

const slot = SlotSpec.optional().describe(
  'Content of this slot. If absent, the slot is not managed.',
);
const DevicesSpec = z
  .strictObject({
    sda: slot,
    sdb: slot,
    sdc: slot,
    sdd: slot,
    sde: slot,
    sdf: slot,
    sdg: slot,
    sdh: slot,
  } satisfies Record<Slot, unknown>)
  .describe(
    'Disks and volumes by device slot. sde to sdh cannot be used with virtMode fullvirt. Takes effect at the next boot.',
  );

const helper = (what: string) =>
  z.boolean().optional().describe(`${what} Default of the service: true.`);
const HelpersSpec = z
  .strictObject({
    devtmpfsAutomount: helper('Populates /dev early in the boot.'),
    distro: helper('Lets the service adapt the distribution at boot.'),
    modulesDep: helper('Writes the list of module dependencies at boot.'),
    network: helper('Configures the network at boot.'),
    updatedbDisabled: helper('Disables updatedb.'),
  })
  .describe('Boot helpers. Helpers that are not set are not managed.');

const text = oneLine(0, 255);
const { memory_limit, run_level, virt_mode } = ConfigUpdate.shape;

/** The spec of a boot configuration profile. Source: compute#configuration-profiles. */
export const ProfileSpec = z.strictObject({
  label: lineAsLongAs(ConfigCreate.shape.label).describe(
    'Name of the profile, unique among the profiles of the instance.',
  ),
  comments: z.string().max(65_535).optional().describe('Free text.'),
  devices: DevicesSpec.optional(),
  helpers: HelpersSpec.optional(),
  interfaces: InterfacesSpec.optional(),
  kernel: text
    .min(1)
    .optional()
    .describe('Id of the kernel. Default of the service: compute/latest-64bit.'),
  memoryLimit: memory_limit.describe(
    'Memory that the instance can use, in MB; 0 means all of its memory. Default of the service: 0.',
  ),
  rootDevice: text.min(1).optional().describe('Boot device. Default of the service: /dev/sda.'),
  runLevel: run_level.describe('Run level of the boot. Default of the service: default.'),
  virtMode: virt_mode.describe('Virtualization mode. Default of the service: paravirt.'),
});
export type ProfileSpec = z.infer<typeof ProfileSpec>;
