import * as z from 'zod';
import { Id } from './conventions.ts';
import { word } from './word.ts';

/** A device of a profile: a disk or a volume. Source: compute#devices. */
export const DeviceSlot = z
  .strictObject({ disk_id: Id.nullable().optional(), volume_id: Id.nullable().optional() })
  .refine(
    (slot) => (slot.disk_id ?? null) === null || (slot.volume_id ?? null) === null,
    'Only one of disk_id and volume_id may be set',
  );

const slot = DeviceSlot.nullable().optional();

/** Devices that a rescue system can use; sdh is reserved then. Source: compute#rescue. */
export const RescueDevices = z.strictObject({
  sda: slot,
  sdb: slot,
  sdc: slot,
  sdd: slot,
  sde: slot,
  sdf: slot,
  sdg: slot,
});

/** Devices of a profile; a slot that is null or absent is free. Source: compute#rescue. */
export const Devices = z.strictObject({ ...RescueDevices.shape, sdh: slot });

const recorded = z.looseObject({ disk_id: Id.nullish(), volume_id: Id.nullish() }).nullish();

/** Devices as the service shows them: a free slot is null, or an object of nulls. Source:
 *  compute#devices. */
export const RecordedDevices = z.looseObject({
  sda: recorded,
  sdb: recorded,
  sdc: recorded,
  sdd: recorded,
  sde: recorded,
  sdf: recorded,
  sdg: recorded,
  sdh: recorded,
});

/** A requested network interface; label and address are for VLANs, the address in CIDR notation.
 *  Source: compute#interfaces. */
export const Interface = z.strictObject({
  purpose: word(['public', 'vlan']),
  label: z.string().optional(),
  ipam_address: z.string().optional(),
});
export type Interface = z.input<typeof Interface>;

/** Maximum number of interfaces of an instance or a profile. Their order is eth0, eth1, eth2.
 *  Source: compute#interfaces. */
export const INTERFACES_MAX = 3;

export const Interfaces = z
  .array(Interface)
  .max(INTERFACES_MAX, `Must be 0-${INTERFACES_MAX} interfaces`);

/** A network interface as the service shows it; a public one has null or empty texts. Source:
 *  compute#interfaces. */
export const RecordedInterface = z.looseObject({
  purpose: word(['public', 'vlan']),
  label: z.string().nullish(),
  ipam_address: z.string().nullish(),
});
