import type { Config } from '../../../../api/configs.ts';
import { same } from '../../../../model/fingerprint.ts';
import type { FilledProfile, RecordedProfile } from '../../status.ts';
import type { Recorded } from '../../types.ts';
import { idsOf, profileNamed, recordedContent, storedContent, wantedContent } from './fields.ts';
import { type ProfileSpec, SLOTS } from './spec.ts';

/** Records the profiles: their ids by label, and those of the spec under the spec's label. */
export function recordProfiles(
  wanted: readonly ProfileSpec[],
  stored: readonly Config[],
  recorded: Recorded,
): RecordedProfile[] {
  const ours = new Map(
    pairsOf(wanted, stored, recorded).map(([profile, config]) => [config.id, profile]),
  );
  return stored.map(({ id, label }) => ({ label: ours.get(id)?.label ?? label, id }));
}

/** Records the slots that each profile of the spec filled. Omits profiles without a filled slot. */
export const recordFilled = (
  wanted: readonly ProfileSpec[],
  stored: readonly Config[],
  recorded: Recorded,
): FilledProfile[] =>
  pairsOf(wanted, stored, recorded)
    .map(([profile, config]) => ({
      label: profile.label,
      devices: filled(profile, config, recorded),
    }))
    .filter(({ devices }) => devices.length > 0);

/** Returns the stored profiles of the spec, in pairs of both forms. */
const pairsOf = (
  wanted: readonly ProfileSpec[],
  stored: readonly Config[],
  recorded: Recorded,
): readonly (readonly [ProfileSpec, Config])[] =>
  wanted.flatMap((profile) => {
    const config = profileNamed(profile.label, stored, recorded);
    return config === undefined ? [] : [[profile, config] as const];
  });

/** Returns the slots whose content comes from the spec, or from an earlier one. */
function filled(
  profile: ProfileSpec,
  config: Config,
  { parts = [] }: Recorded,
): FilledProfile['devices'] {
  const before = parts.find(({ label }) => label === profile.label)?.devices ?? [];
  return SLOTS.flatMap((slot) => {
    const content = storedContent(config, slot);
    if (content === null) return [];
    const put = [
      wantedContent(profile.devices?.[slot]),
      recordedContent(before.find((one) => one.slot === slot)),
    ];
    return put.some((one) => same(one, content)) ? [{ slot, ...idsOf(content) }] : [];
  });
}
