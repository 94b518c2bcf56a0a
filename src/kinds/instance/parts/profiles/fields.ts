import type { Config } from '../../../../api/configs.ts';
import { wireName } from '../../../../model/spelling.ts';
import { type Fields, named } from '../../../../model/step.ts';
import type { RecordedProfile } from '../../status.ts';
import type { Recorded } from '../../types.ts';
import { canonicalInterfaces, interfacesToSend } from '../interfaces.ts';
import { type ProfileSpec, SLOTS, type Slot, type SlotSpec } from './spec.ts';

/** The stored profile that a label of the spec stands for: the one recorded for it, else the first
 *  of that label that is recorded for no other. */
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

/** What a slot holds, as a spec says it; null: nothing. */
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

/** What a slot is to hold; undefined while it is not managed: not named, or named by a reference
 *  that has no id yet. */
export const wantedContent = (slot: SlotSpec | undefined): Content | undefined => {
  if (slot?.kind === 'Empty') return null;
  return contentOf({ diskId: slot?.diskId, volumeId: slot?.volumeRef?.id }) ?? undefined;
};

/** What the spec put into a slot before, by the ids that the status keeps. */
export const recordedContent = (
  recorded: NonNullable<RecordedProfile['devices']>[number] | undefined,
): Content | undefined => contentOf(recorded ?? {}) ?? undefined;

/** The ids of what a slot holds, as the status keeps them and the service takes them. */
export const idsOf = (
  content: NonNullable<Content>,
): { readonly diskId: number } | { readonly volumeId: number } =>
  content.kind === 'Disk' ? { diskId: content.diskId } : { volumeId: content.volumeRef.id };

/** What a slot of a stored profile holds: null, nothing and two nulls are the same. Source:
 *  compute#devices. */
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

/** The managed fields of a profile. */
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

/** The same fields of a stored profile. @param wanted the profile of the spec  @param memory what
 *  the instance has, in MB */
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

/** 0, null and all the memory there is are the same limit. Source:
 *  compute#configuration-profiles. */
function storedMemory(wanted: number | undefined, stored: number, memory: number): number {
  const all = (limit: number | undefined): boolean => limit === 0 || limit === memory;
  return wanted !== undefined && all(wanted) && all(stored) ? wanted : stored;
}

/** A profile's field among the managed fields of the instance. */
export const inProfile = (label: string, field: string): string => `configs[${label}].${field}`;

/** The managed fields of all profiles that the spec names. */
export const profilesWants = (profiles: readonly ProfileSpec[]): Fields =>
  Object.fromEntries(
    profiles.flatMap((profile) =>
      Object.entries(profileWants(profile)).map(([field, value]) => [
        inProfile(profile.label, field),
        value,
      ]),
    ),
  );
