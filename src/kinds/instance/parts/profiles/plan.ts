import { type Config, configs } from '../../../../api/configs.ts';
import { path } from '../../../../api/endpoint.ts';
import { same } from '../../../../model/fingerprint.ts';
import { post, put } from '../../../../model/request.ts';
import { type Change, call, changes, type Step, wait } from '../../../../model/step.ts';
import type { Desired, Observed, Recorded } from '../../types.ts';
import { createBody, updateBody } from './body.ts';
import {
  inProfile,
  profileHas,
  profileNamed,
  profileWants,
  recordedContent,
  storedContent,
  wantedContent,
} from './fields.ts';
import { type ProfileSpec, SLOTS, type Slot } from './spec.ts';

/** Returns the steps that bring the profiles in the spec to their state; none while the profiles
 *  were not read. Source: compute#configuration-profiles. */
export function profileSteps(
  { spec }: Desired,
  { item, details }: Observed,
  recorded: Recorded,
): readonly Step[] {
  if (spec.configs === undefined || details.configs === undefined) return [];
  if (details.configs === null)
    return [wait('the profiles of the instance, which the service does not show yet')];
  const stored = details.configs;
  return spec.configs.flatMap((profile) => {
    const config = profileNamed(profile.label, stored, recorded);
    return config === undefined
      ? created(item.id, profile)
      : updated(item.id, profile, config, item.specs.memory, recorded);
  });
}

function created(computeId: number, profile: ProfileSpec): readonly Step[] {
  if (isUnresolved(profile)) return [];
  const write = post(path(configs.create.path, { computeId }), createBody(profile));
  return [
    call('CreateProfile', write, inside(profile, changes(profileWants(profile), {})), {
      once: `config:${profile.label}`,
      answers: { rowOf: 'configs' },
      ...leaning(profile),
    }),
  ];
}

/** Names the other items on which a profile with volumes depends: their place and attachment. */
const leaning = ({ devices }: ProfileSpec): { readonly leansOn?: string } =>
  SLOTS.some((slot) => devices?.[slot]?.volumeRef?.id !== undefined)
    ? { leansOn: 'the volumes among its devices' }
    : {};

/** Reports an unresolved device reference, which delays the create of a profile: it has to be
 *  complete at its first boot. */
const isUnresolved = ({ devices }: ProfileSpec): boolean =>
  SLOTS.some((slot) => devices?.[slot] !== undefined && wantedContent(devices[slot]) === undefined);

function updated(
  computeId: number,
  profile: ProfileSpec,
  config: Config,
  memory: number,
  recorded: Recorded,
): readonly Step[] {
  const freed = slotsToFree(profile, config, recorded);
  const changed = [
    ...changes(profileWants(profile), profileHas(profile, config, memory)),
    ...freed.map((slot) => ({
      field: `devices.${slot}`,
      from: storedContent(config, slot),
      to: null,
    })),
  ];
  if (changed.length === 0) return [];
  const members = new Set(changed.map(({ field }) => field.split('.')[0] ?? field));
  const write = put(
    path(configs.update.path, { computeId, configId: config.id }),
    updateBody(profile, config, members, freed),
  );
  const boots = [...members].some((member) => member !== 'label' && member !== 'comments');
  const loses = 'the next boot uses other devices or settings';
  return [
    call('UpdateProfile', write, inside(profile, changed), {
      answers: { rowOf: 'configs' },
      ...leaning(profile),
      ...(boots ? { effect: 'disrupts', loses } : {}),
    }),
  ];
}

/** Returns the slots that an earlier spec filled, that the spec no longer names, and whose content
 *  is unchanged. */
function slotsToFree(
  profile: ProfileSpec,
  config: Config,
  { parts = [] }: Recorded,
): readonly Slot[] {
  const filled = parts.find(({ label }) => label === profile.label)?.devices ?? [];
  return SLOTS.filter((slot) => {
    const before = recordedContent(filled.find((one) => one.slot === slot));
    const mayFree =
      profile.devices !== undefined && profile.devices[slot] === undefined && before !== undefined;
    return mayFree && same(before, storedContent(config, slot));
  });
}

const inside = ({ label }: ProfileSpec, changed: readonly Change[]): readonly Change[] =>
  changed.map((change) => ({ ...change, field: inProfile(label, change.field) }));
