import { z } from 'zod';
import { CommonStatus } from './common-status.ts';
import { InternalStatus } from './internal-status.ts';
import { asRecord, readable } from './parse.ts';

type Members = Readonly<Record<string, unknown>>;

const { internal: _, ...shown } = CommonStatus.shape;
/** The schema of that: all members that the operator keeps. */
export const KnownStatus = z.strictObject({ ...shown, ...InternalStatus.shape });

/** The members of a status side by side: those for people, and the notes that are stored under
 *  `internal`. Everything but the stored form has this shape. */
export type Status = Partial<z.infer<typeof KnownStatus>>;

const isNote = (member: string): boolean => Object.hasOwn(InternalStatus.shape, member);

/** Where a member stands below `status`: `id`, `internal.applied`. */
export const placeOf = (member: string): string => (isNote(member) ? `internal.${member}` : member);

/** The members of a stored status side by side, unread. A note that stands outside of `internal` is
 *  none. */
export function membersOf(stored: unknown): Members {
  const { internal, ...rest } = asRecord(stored);
  return { ...notesAmong(rest, false), ...notesAmong(asRecord(internal), true) };
}

/** The members of a stored status whose content is what it should be; others are dropped. */
export const readStatus = (stored: unknown): Status => readable(KnownStatus, membersOf(stored));

/** The form in which members, or a merge patch for them, are stored.
 *  @param members side by side; those of `internal` may stand there already */
export function storedForm(members: Members): Members {
  const notes = notesAmong(members, true);
  if (Object.keys(notes).length === 0) return members;
  return {
    ...notesAmong(members, false),
    internal: { ...asRecord(members['internal']), ...notes },
  };
}

/** The members of a stored status that neither every kind nor this one has, as a merge patch that
 *  removes them: another writer put them there.
 *  @param own the members of the kind that can be read */
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
