import type { Config } from '../../../api/configs.ts';
import { RescueDevices } from '../../../api/devices.ts';
import type { Disk } from '../../../api/disks.ts';
import { path } from '../../../api/endpoint.ts';
import { instanceActions } from '../../../api/instance-actions.ts';
import { instances } from '../../../api/instances.ts';
import { post } from '../../../model/request.ts';
import { wireFields } from '../../../model/spelling.ts';
import { call, refuse, type Step, wait } from '../../../model/step.ts';
import type { Desired, Observed } from '../types.ts';
import { bootProfile, isAtRest } from './power.ts';
import { idsOf, storedContent } from './profiles/fields.ts';

const RESCUE_SLOTS = RescueDevices.keyof().options;

/** Reboots the instance with the profile in the spec; without one, the service picks it. Source:
 *  compute#power. */
function reboot(desired: Desired, observed: Observed): readonly Step[] {
  const { item, details } = observed;
  const { bootConfig, configs } = desired.spec;
  const picks = (bootConfig ?? configs ?? details.configs) === undefined;
  const { id, missing } = picks ? {} : bootProfile(desired, observed, {});
  if (desired.spec.booted === false)
    return [refuse('spec.booted', 'an instance that is to be off is not rebooted')];
  if (!isAtRest(item.status))
    return [
      wait(`the instance to be running or offline before it is rebooted (it is ${item.status})`),
    ];
  if (missing !== undefined) return [wait(missing)];
  const loses = 'the instance restarts, and its workloads stop';
  return [
    call(
      'Reboot',
      post(path(instanceActions.reboot.path, { computeId: item.id }), { config_id: id }),
      [],
      { effect: 'disrupts', loses },
    ),
  ];
}

/** Boots the service's rescue system with the devices of the boot profile, or else with the disks;
 *  sdh is reserved for it. Source: compute#rescue. */
function rescue(desired: Desired, { item, details }: Observed): readonly Step[] {
  if (!isAtRest(item.status))
    return [
      wait(`the instance to be running or offline before it is rescued (it is ${item.status})`),
    ];
  const profiles = details.configs ?? [];
  const profile = profiles.find(({ label }) => label === desired.spec.bootConfig) ?? profiles[0];
  const devices = profile ? devicesOf(profile) : details.disks ? disksInOrder(details.disks) : null;
  if (devices === null) return [wait('a read of the disks of the instance')];
  const loses = 'the instance restarts into the rescue system, and its workloads stop';
  return [
    call('Rescue', post(path(instances.rescue.path, { computeId: item.id }), { devices }), [], {
      effect: 'disrupts',
      loses,
    }),
  ];
}

const devicesOf = (profile: Config) =>
  Object.fromEntries(
    RESCUE_SLOTS.flatMap((slot) => {
      const content = storedContent(profile, slot);
      return content === null ? [] : [[slot, wireFields(idsOf(content))]];
    }),
  );

const disksInOrder = (disks: readonly Disk[]) =>
  Object.fromEntries(
    disks
      .slice(0, RESCUE_SLOTS.length)
      .map(({ id }, i) => [RESCUE_SLOTS[i] ?? '', { disk_id: id }]),
  );

/** One-shot actions on an instance. */
export const instanceRequests = {
  Reboot: { does: 'Restarts the instance with the profile that the spec names.', steps: reboot },
  Rescue: {
    does: 'Starts the rescue system of the service on the instance, with the disks of its boot profile.',
    steps: rescue,
  },
} as const;
