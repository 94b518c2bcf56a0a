import type { Rule } from './definition.ts';
import { type Fields, named } from './step.ts';

/** The mark: a tag with the object that an item belongs to. It identifies an item whose id is not
 *  recorded yet. */
export const MARK_PREFIX = 'k8s:';

export const markOf = (uid: string): string => `${MARK_PREFIX}${uid}`;
/** Returns the uid of the object that a mark names. */
export const uidOf = (mark: string): string => mark.slice(MARK_PREFIX.length);
export const isMark = (tag: string): boolean => tag.startsWith(MARK_PREFIX);

/** Returns all marks among an item's tags; a copy may carry that of its source. */
export const marksIn = (tags: readonly string[]): readonly string[] => tags.filter(isMark);

/** Returns the tags of users, for comparison with a spec: unique and sorted, as the service returns
 *  them. */
export const userTags = (tags: readonly string[]): readonly string[] =>
  [...new Set(tags)].filter((tag) => !isMark(tag)).toSorted();

/** Returns the complete list to send: the desired tags (the existing ones when the spec names none)
 *  and the object's own mark, without marks of others.
 *  @param mark null when this credential may not write tags */
export function tagsToSend(
  wanted: readonly string[] | undefined,
  there: readonly string[],
  mark: string | null,
): readonly string[] {
  const people = userTags(wanted ?? there);
  return [...new Set(mark === null ? people : [...people, mark])].toSorted();
}

/** Returns the complete list to send to remove a mark: every other tag stays, including marks of
 *  other objects. */
export const tagsWithout = (mark: string, there: readonly string[]): readonly string[] =>
  [...new Set(there)].filter((tag) => tag !== mark).toSorted();

/** Returns the desired fields `tags` and `mark`. Tags that the spec does not name are left alone; a
 *  credential without permission to write tags sets no mark. */
export const wantedTags = (tags: readonly string[] | undefined, mark: string | null): Fields =>
  named({ tags: tags && userTags(tags), mark: mark ?? undefined });

/** Returns the stored fields `tags` and `mark`. Several marks never match the object's own: a copy
 *  keeps that of its source. */
export const storedTags = (tags: readonly string[]): Fields => ({
  tags: userTags(tags),
  mark: marksIn(tags).join(' ') || null,
});

/** Rejects the operator's marks among the tags of a spec. */
export const NO_MARK: Rule = {
  rule: `!has(self.tags) || !self.tags.exists(tag, tag.startsWith('${MARK_PREFIX}'))`,
  field: 'tags',
  message: `must have no tag that begins with ${MARK_PREFIX}, which belongs to the operator`,
};
