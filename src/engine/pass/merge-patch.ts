import { same } from '../../model/fingerprint.ts';
import { entryFor } from '../../model/table.ts';

/** Computes the merge patch from the current value to the wanted one: surplus members are set to
 *  null. */
export function mergePatch(there: unknown, wanted: unknown): unknown {
  if (!isMap(there) || !isMap(wanted)) return wanted;
  const gone = Object.keys(there).filter((key) => entryFor(wanted, key) === undefined);
  const members = Object.entries(wanted).map(
    ([key, value]) => [key, mergePatch(entryFor(there, key), value)] as const,
  );
  return Object.fromEntries([...members, ...gone.map((key) => [key, null] as const)]);
}

/** Applies a merge patch. */
export function applyPatch(there: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  const members = Object.entries(patch).map(
    ([key, value]) =>
      [key, applyPatch(isMap(there) ? entryFor(there, key) : undefined, value)] as const,
  );
  const gone = members.flatMap(([key, value]) => (value === null ? [key] : []));
  const kept = Object.entries(isMap(there) ? there : {}).filter(([key]) => !gone.includes(key));
  return Object.fromEntries([...kept, ...members.filter(([, value]) => value !== null)]);
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members of a status, or of a merge patch for it. */
export type Members = Readonly<Record<string, unknown>>;

/** Returns the patched members that the status did not keep. */
export const unkept = (before: Members, patch: Members, after: Members): readonly string[] =>
  Object.entries(patch)
    .filter(
      ([member, value]) => !same(applyPatch(before[member], value) ?? null, after[member] ?? null),
    )
    .map(([member]) => member);
