import type { Config } from '../../../../api/configs.ts';
import { wireName } from '../../../../model/spelling.ts';
import { type Fields, named } from '../../../../model/step.ts';
import type { FilledProfile } from '../../status.ts';
import type { Recorded } from '../../types.ts';
import { canonicalInterfaces, interfacesToSend } from '../interfaces.ts';
import { type ProfileSpec, SLOTS, type Slot, type SlotSpec } from './spec.ts';

/** Returns the stored profile for a label of the spec: the recorded one, else the first with that
 *  label that is not recorded for another. */
export function profileNamed(
  label: string,
  stored: readonly Config[],
  { configs: recorded = [] }: Recorded,
): Config | undefined {
  const id = recorded.find((one) => one.label === label)?.id;
  const others = new Set(recorded.flatMap((one) => (one.label === label ? [] : [one.id])));
  return (
    stored.find((config) => config.id === id) ??
    stored.find((config) => config.label === label && !others.has(config.id))
  );
}

/** The content of a slot in the spelling of the spec; null: empty. */
export type Content =
  | { readonly kind: 'Disk'; readonly diskId: number }
  | { readonly kind: 'Volume'; readonly volumeRef: { readonly id: number } }
  | null;

const contentOf = (ids: {
  readonly diskId?: number | null | undefined;
  readonly volumeId?: number | null | undefined;
}): Content => {
  if (typeof ids.diskId === 'number') return { kind: 'Disk', diskId: ids.diskId };
  return typeof ids.volumeId === 'number'
    ? { kind: 'Volume', volumeRef: { id: ids.volumeId } }
    : null;
};

/** Returns the desired content of a slot; undefined while it is unmanaged: unset, or an unresolved
 *  reference. */
export const wantedContent = (slot: SlotSpec | undefined): Content | undefined => {
  if (slot?.kind === 'Empty') return null;
  return contentOf({ diskId: slot?.diskId, volumeId: slot?.volumeRef?.id }) ?? undefined;
};

/** Returns the content that the spec last put into a slot, by the recorded ids. */
export const recordedContent = (
  recorded: FilledProfile['devices'][number] | undefined,
): Content | undefined => contentOf(recorded ?? {}) ?? undefined;

/** Returns the ids of a slot's content, as recorded and as sent. */
export const idsOf = (
  content: NonNullable<Content>,
): { readonly diskId: number } | { readonly volumeId: number } =>
  content.kind === 'Disk' ? { diskId: content.diskId } : { volumeId: content.volumeRef.id };

/** Returns the content of a slot of a stored profile: null, an absent slot and two nulls are equal.
 *  Source: compute#devices. */
export const storedContent = ({ devices }: Config, slot: Slot): Content => {
  const { disk_id: diskId, volume_id: volumeId } = devices[slot] ?? {};
  return contentOf({ diskId, volumeId });
};

export const HELPERS = [
  'devtmpfsAutomount',
  'distro',
  'modulesDep',
  'network',
  'updatedbDisabled',
] as const satisfies readonly (keyof NonNullable<ProfileSpec['helpers']>)[];

/** Returns the managed fields of a profile. */
export const profileWants = (profile: ProfileSpec): Fields =>
  named({
    label: profile.label,
    comments: profile.comments,
    ...Object.fromEntries(
      SLOTS.map((slot) => [`devices.${slot}`, wantedContent(profile.devices?.[slot])]),
    ),
    ...Object.fromEntries(HELPERS.map((name) => [`helpers.${name}`, profile.helpers?.[name]])),
    interfaces: profile.interfaces && canonicalInterfaces(interfacesToSend(profile.interfaces)),
    kernel: profile.kernel,
    memoryLimit: profile.memoryLimit,
    rootDevice: profile.rootDevice,
    runLevel: profile.runLevel,
    virtMode: profile.virtMode,
  });

/** Returns the same fields of a stored profile. @param wanted the profile of the spec  @param
 *  memory of the instance, in MB */
export const profileHas = (wanted: ProfileSpec, stored: Config, memory: number): Fields => ({
  label: stored.label,
  comments: stored.comments ?? '',
  ...Object.fromEntries(SLOTS.map((slot) => [`devices.${slot}`, storedContent(stored, slot)])),
  ...Object.fromEntries(HELPERS.map((name) => [`helpers.${name}`, stored.helpers[wireName(name)]])),
  interfaces: canonicalInterfaces(stored.interfaces),
  kernel: stored.kernel,
  memoryLimit: storedMemory(wanted.memoryLimit, stored.memory_limit ?? 0, memory),
  rootDevice: stored.root_device,
  runLevel: stored.run_level,
  virtMode: stored.virt_mode,
});

/** Returns the stored memory limit: 0, null and the full memory are equal. Source:
 *  compute#configuration-profiles. */
function storedMemory(wanted: number | undefined, stored: number, memory: number): number {
  const all = (limit: number | undefined): boolean => limit === 0 || limit === memory;
  return wanted !== undefined && all(wanted) && all(stored) ? wanted : stored;
}

/** Returns the name of a profile's field among those of the instance. */
export const inProfile = (label: string, field: string): string => `configs[${label}].${field}`;

/** Returns the managed fields of all profiles in the spec. */
export const profilesWants = (profiles: readonly ProfileSpec[]): Fields =>
  Object.fromEntries(
    profiles.flatMap((profile) =>
      Object.entries(profileWants(profile)).map(([field, value]) => [
        inProfile(profile.label, field),
        value,
      ]),
    ),
  );
