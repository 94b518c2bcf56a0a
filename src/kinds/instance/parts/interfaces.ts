import { z } from 'zod';
import { INTERFACES_MAX, type Interface, type RecordedInterface } from '../../../api/devices.ts';
import { inOrder } from '../../../model/lists.ts';

const InterfaceSpec = z.strictObject({
  purpose: z
    .enum(['public', 'vlan'])
    .describe('public: the public network, at most one. vlan: a private network of the region.'),
  label: z
    .string()
    .max(64)
    .regex(/^[a-z0-9-]*$/, 'Must only use lower-case letters, digits and dashes')
    .optional()
    .describe(
      'Name of the VLAN, which the service creates if it does not exist. Required for vlan, and allowed only there.',
    ),
  ipamAddress: z
    .string()
    .max(64)
    .regex(/^$|^[0-9a-fA-F.:]+\/[0-9]{1,3}$/, 'Must be an address with the length of its prefix')
    .optional()
    .describe('Address of the interface in the VLAN, in CIDR notation. Only for vlan.'),
});

/** Interfaces in the order eth0, eth1, eth2. Source: compute#interfaces. */
export const InterfacesSpec = inOrder(z.array(InterfaceSpec).max(INTERFACES_MAX)).describe(
  'Network interfaces in the order eth0, eth1, eth2. An empty list means one public interface. Takes effect at the next boot.',
);
type InterfacesSpec = z.infer<typeof InterfacesSpec>;

/** Converts interfaces to the form to send, without empty texts. */
export const interfacesToSend = (interfaces: InterfacesSpec): readonly Interface[] =>
  interfaces.map(({ purpose, label, ipamAddress }) => ({
    purpose,
    ...(label === undefined || label === '' ? {} : { label }),
    ...(ipamAddress === undefined || ipamAddress === '' ? {} : { ipam_address: ipamAddress }),
  }));

/** Returns the canonical form of interfaces: a missing text equals an empty one, and no interfaces
 *  equal one public interface. */
export const canonicalInterfaces = (
  interfaces: readonly z.infer<typeof RecordedInterface>[],
): unknown => {
  const sent = interfaces.map(({ purpose, label, ipam_address }) => ({
    purpose,
    label: label ?? '',
    ipamAddress: ipam_address ?? '',
  }));
  return sent.length === 0 ? [{ purpose: 'public', label: '', ipamAddress: '' }] : sent;
};
