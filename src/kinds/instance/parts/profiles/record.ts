import type { Config } from '../../../../api/configs.ts';
import { same } from '../../../../model/fingerprint.ts';
import type { RecordedProfile } from '../../status.ts';
import type { Recorded } from '../../types.ts';
import { idsOf, profileNamed, recordedContent, storedContent, wantedContent } from './fields.ts';
import { type ProfileSpec, SLOTS } from './spec.ts';

/** Records the profiles: their ids by label, those of the spec under its label, with the slots that
 *  the spec filled. */
export function recordProfiles(
  wanted: readonly ProfileSpec[],
  stored: readonly Config[],
  recorded: Recorded,
): RecordedProfile[] {
  const ours = new Map(
    wanted.flatMap((profile) => {
      const config = profileNamed(profile.label, stored, recorded);
      return config === undefined ? [] : [[config.id, profile] as const];
    }),
  );
  return stored.map((config) => {
    const profile = ours.get(config.id);
    return profile === undefined
      ? { label: config.label, id: config.id }
      : { label: profile.label, id: config.id, devices: filled(profile, config, recorded) };
  });
}

/** Returns the slots whose content comes from the spec, or from an earlier one. */
function filled(
  profile: ProfileSpec,
  config: Config,
  { configs = [] }: Recorded,
): NonNullable<RecordedProfile['devices']> {
  const before = configs.find(({ label }) => label === profile.label)?.devices ?? [];
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
