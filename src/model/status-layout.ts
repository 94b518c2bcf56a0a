import { z } from 'zod';
import { CommonStatus } from './common-status.ts';
import { InternalStatus } from './internal-status.ts';
import { asRecord, readable } from './parse.ts';

type Members = Readonly<Record<string, unknown>>;

const { internal: _, ...shown } = CommonStatus.shape;
/** Schema of all members that the operator writes. */
export const KnownStatus = z.strictObject({
  ...shown,
  id: z.union([CommonStatus.shape.id.unwrap(), z.string()]).optional(),
  ...InternalStatus.shape,
});

/** The members of a status in flat form: those for users, and the notes that are stored under
 *  `internal`. All code except the stored form uses this shape. */
export type Status = Partial<z.infer<typeof KnownStatus>>;

/** Members of `status.internal` whose schema a kind declares among the members of its status: of
 *  the item, and of its parts. */
const KIND_NOTES: readonly string[] = ['item', 'parts'];

/** Reports whether a member of a status is stored under `internal`. */
export const isNote = (member: string): boolean =>
  KIND_NOTES.includes(member) || Object.hasOwn(InternalStatus.shape, member);

/** Returns the path of a member below `status`: `id`, `internal.applied`. */
export const placeOf = (member: string): string => (isNote(member) ? `internal.${member}` : member);

/** Flattens the members of a stored status without parsing them. Ignores a note outside
 *  `internal`. */
export function membersOf(stored: unknown): Members {
  const { internal, ...rest } = asRecord(stored);
  return { ...notesAmong(rest, false), ...notesAmong(asRecord(internal), true) };
}

/** Parses the members of a stored status; drops invalid ones. */
export const readStatus = (stored: unknown): Status => readable(KnownStatus, membersOf(stored));

/** Converts members, or a merge patch for them, to the stored form.
 *  @param members in flat form; those of `internal` may be nested already */
export function storedForm(members: Members): Members {
  const notes = notesAmong(members, true);
  if (Object.keys(notes).length === 0) return members;
  return {
    ...notesAmong(members, false),
    internal: { ...asRecord(members['internal']), ...notes },
  };
}

/** Builds the merge patch that removes members of a stored status which neither every kind nor this
 *  one declares: another writer added them.
 *  @param own the readable members of the kind */
export function strangeIn(stored: unknown, own: Members): Members {
  const { internal, ...rest } = asRecord(stored);
  const known: Members = { ...readStatus(stored), ...own };
  const strange = removing(notesAmong(rest, false), (member) => known[member] === undefined);
  if (internal === undefined) return strange;
  if (asRecord(internal) !== internal) return { ...strange, internal: null };
  const notes = removing(
    asRecord(internal),
    (member) => !isNote(member) || known[member] === undefined,
  );
  return Object.keys(notes).length === 0 ? strange : { ...strange, internal: notes };
}

const removing = (there: Members, isStrange: (member: string) => boolean): Members =>
  Object.fromEntries(
    Object.keys(there)
      .filter(isStrange)
      .map((member) => [member, null]),
  );

const notesAmong = (members: Members, wanted: boolean): Members =>
  Object.fromEntries(Object.entries(members).filter(([member]) => isNote(member) === wanted));
