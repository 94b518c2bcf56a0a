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
    .describe('Disk: that of diskId. Volume: that of volumeRef. Empty: the slot is free.'),
  diskId: Id.optional().describe(
    'Id of a disk of the instance: needed with kind Disk, and only there.',
  ),
  volumeRef: itemRef(
    'The volume: needed with kind Volume, and only there. A Volume that names an instance itself is waited for until it does not.',
  ).optional(),
});
export type SlotSpec = z.infer<typeof SlotSpec>;

const slot = SlotSpec.optional().describe('What is in this slot. Absent: left as it is.');
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
    devtmpfsAutomount: helper('Populate /dev early in the boot.'),
    distro: helper('Let the service adapt the distribution at boot.'),
    modulesDep: helper('Write the list of module dependencies at boot.'),
    network: helper('Configure the network at boot.'),
    updatedbDisabled: helper('Disable updatedb.'),
  })
  .describe('Boot helpers; those that are not named are left as they are.');

const text = oneLine(0, 255);
const { memory_limit, run_level, virt_mode } = ConfigUpdate.shape;

/** A boot configuration profile as a spec names it. Source: compute#configuration-profiles. */
export const ProfileSpec = z.strictObject({
  label: lineAsLongAs(ConfigCreate.shape.label).describe(
    'Name of the profile: its identity among the profiles of the instance.',
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
    'Memory that the instance may use, in MB; 0 is all that it has. Default of the service: 0.',
  ),
  rootDevice: text
    .min(1)
    .optional()
    .describe('Device that is booted, as /dev/sda, which is the default of the service.'),
  runLevel: run_level.describe('How far the system boots. Default of the service: default.'),
  virtMode: virt_mode.describe('Virtualization mode. Default of the service: paravirt.'),
});
export type ProfileSpec = z.infer<typeof ProfileSpec>;
