import * as z from 'zod';
import { INTERFACES_MAX, Interface as InterfaceBody } from '../../../src/api/devices.ts';
import { isCapable } from '../../catalog/regions.ts';
import type { Problem } from '../../core/reply.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { type ConfigRow, configs, type Interface } from './table.ts';

const shownText = z.string().nullish();

/** The interfaces of a profile: a client may send back the nulls of a public one. Source:
 *  compute#interfaces. */
export const InterfacesBody = z
  .array(InterfaceBody.extend({ label: shownText, ipam_address: shownText }))
  .max(INTERFACES_MAX, `Must be 0-${INTERFACES_MAX} interfaces`);

/** A requested interface. */
export interface InterfaceInput {
  readonly purpose: string;
  readonly label?: string | null | undefined;
  readonly ipam_address?: string | null | undefined;
}

/** Purposes of this version; later versions have more. Source: compute#interfaces. */
const PURPOSES: readonly string[] = ['public', 'vlan'];

const VLAN_LABEL = /^(?!.*--)[a-zA-Z0-9-]{1,64}$/;
const CIDR =
  /^(\d{1,3}\.){3}\d{1,3}\/(\d|[12]\d|3[0-2])$|^[0-9a-fA-F:]+\/(\d{1,2}|1[01]\d|12[0-8])$/;

const vlanProblem = (
  input: InterfaceInput,
  field: string,
  region: string,
  labels: readonly string[],
): Problem | undefined => {
  const label = input.label ?? '';
  const address = input.ipam_address ?? '';
  if (!isCapable(region, 'Vlans'))
    return { reason: 'VLANs are not available in this region', field };
  if (label === '') return { reason: 'label is required', field: `${field}.label` };
  if (!VLAN_LABEL.test(label))
    return { reason: 'Must only use ASCII letters, numbers, and dashes', field: `${field}.label` };
  if (labels.filter((other) => other === label).length > 1)
    return { reason: 'label must be unique', field: `${field}.label` };
  return address !== '' && !CIDR.test(address)
    ? { reason: 'ipam_address is not valid', field: `${field}.ipam_address` }
    : undefined;
};

const publicProblem = (
  input: InterfaceInput,
  field: string,
  isSecond: boolean,
): Problem | undefined => {
  if ((input.label ?? '') !== '')
    return { reason: 'label must be empty for public interfaces', field: `${field}.label` };
  if ((input.ipam_address ?? '') !== '')
    return {
      reason: 'ipam_address must be empty for public interfaces',
      field: `${field}.ipam_address`,
    };
  return isSecond ? { reason: 'Only one public interface is allowed', field } : undefined;
};

/** Maximum number of VLANs per region. The first interface that names a VLAN creates it. Source:
 *  compute#interfaces. */
const VLANS_MAX = 10;

const tooManyVlans = (world: World, labels: readonly string[]): Problem | undefined => {
  const known = new Set(
    configs.all(world).flatMap((config) => config.interfaces.flatMap(({ label }) => label ?? [])),
  );
  const fresh = labels.filter((label) => label !== '' && !known.has(label));
  return known.size + new Set(fresh).size > VLANS_MAX && fresh.length > 0
    ? { reason: `A region can hold at most ${VLANS_MAX} VLANs`, field: 'interfaces' }
    : undefined;
};

/** Returns the problems of a list of interfaces. Source: compute#interfaces. */
export const interfaceProblems = (
  world: World,
  region: string,
  inputs: readonly InterfaceInput[],
): readonly Problem[] => {
  const labels = inputs.map((input) => input.label ?? '');
  const firstPublic = inputs.findIndex((input) => input.purpose === 'public');
  const single = inputs.map((input, index) => {
    const field = `interfaces[${index}]`;
    if (!PURPOSES.includes(input.purpose))
      return { reason: `Must be one of ${PURPOSES.join(', ')}`, field: `${field}.purpose` };
    return input.purpose === 'vlan'
      ? vlanProblem(input, field, region, labels)
      : publicProblem(input, field, index !== firstPublic);
  });
  return [...single, tooManyVlans(world, labels)].filter((problem) => problem !== undefined);
};

/** Returns interfaces in stored form. */
export const keptInterfaces = (inputs: readonly InterfaceInput[]): ConfigRow['interfaces'] =>
  inputs.map(
    (input): Interface =>
      input.purpose === 'vlan'
        ? { purpose: 'vlan', label: input.label ?? '', ipam_address: input.ipam_address ?? '' }
        : { purpose: 'public', label: null, ipam_address: null },
  );

/** Shows a public interface: nulls in the recordings, empty texts in the documents. Source:
 *  compute#interfaces. */
export const showInterface = (world: World, shown: Interface): Interface =>
  shown.purpose === 'public' && !isRecorded(world)
    ? { purpose: 'public', label: '', ipam_address: '' }
    : shown;
