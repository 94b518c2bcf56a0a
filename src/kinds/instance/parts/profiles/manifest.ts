import { type Config, KERNEL_DEFAULT } from '../../../../api/configs.ts';
import { same } from '../../../../model/fingerprint.ts';
import { specFrom } from '../../../../model/manifest.ts';
import type { Fields } from '../../../../model/step.ts';
import { canonicalInterfaces } from '../interfaces.ts';
import { HELPERS, profileHas, storedContent } from './fields.ts';
import { SLOTS } from './spec.ts';

/** Defaults of a new profile. Source: compute#configuration-profiles. */
const USUAL: Fields = {
  ...Object.fromEntries(HELPERS.map((name) => [`helpers.${name}`, true])),
  kernel: KERNEL_DEFAULT,
  memoryLimit: 0,
  rootDevice: '/dev/sda',
  runLevel: 'default',
  virtMode: 'paravirt',
};

const PUBLIC = canonicalInterfaces([]);

/** Converts profiles to a manifest, one per label. Omits volumes: each specifies its own
 *  attachment.
 *  @param memory of the instance, in MB */
export const profileSpecsOf = (stored: readonly Config[], memory: number): readonly Fields[] =>
  stored
    .filter(({ label }, at) => stored.findIndex((other) => other.label === label) === at)
    .map((config) => specOf(config, memory));

function specOf(config: Config, memory: number): Fields {
  const { interfaces, ...has } = profileHas(
    { label: config.label, memoryLimit: 0 },
    config,
    memory,
  );
  const volumes = SLOTS.filter((slot) => storedContent(config, slot)?.kind === 'Volume').map(
    (slot) => `devices.${slot}`,
  );
  const stated = Object.entries(has).filter(([field]) => !volumes.includes(field));
  return specFrom(
    {
      ...Object.fromEntries(stated),
      interfaces: same(interfaces, PUBLIC) ? null : config.interfaces.map(interfaceOf),
    },
    USUAL,
  );
}

const interfaceOf = ({ purpose, label, ipam_address }: Config['interfaces'][number]): Fields =>
  specFrom({ purpose, label, ipamAddress: ipam_address });
