import type { Rule } from './definition.ts';
import { type Fields, named } from './step.ts';

/** The mark: a tag that says which object an item belongs to. It is the identity of an item whose
 *  id is not recorded yet. */
const MARK_PREFIX = 'k8s:';

export const markOf = (uid: string): string => `${MARK_PREFIX}${uid}`;
/** The uid of the object that a mark names. */
export const uidOf = (mark: string): string => mark.slice(MARK_PREFIX.length);
export const isMark = (tag: string): boolean => tag.startsWith(MARK_PREFIX);

/** The mark among an item's tags; with several (a copy keeps its source's) all of them. */
export const marksIn = (tags: readonly string[]): readonly string[] => tags.filter(isMark);

/** The tags that people gave: what a spec is compared with. Each once and sorted, as the service
 *  returns them. */
export const userTags = (tags: readonly string[]): readonly string[] =>
  [...new Set(tags)].filter((tag) => !isMark(tag)).toSorted();

/** The whole list to send: the wanted tags (those there already when the spec names none) and our
 *  own mark; marks of others go.
 *  @param mark null when this credential may not tag */
export function tagsToSend(
  wanted: readonly string[] | undefined,
  there: readonly string[],
  mark: string | null,
): readonly string[] {
  const people = userTags(wanted ?? there);
  return [...new Set(mark === null ? people : [...people, mark])].toSorted();
}

/** The whole list to send so that a mark goes: every other tag stays, the marks of other objects
 *  too. */
export const tagsWithout = (mark: string, there: readonly string[]): readonly string[] =>
  [...new Set(there)].filter((tag) => tag !== mark).toSorted();

/** The fields `tags` and `mark` as they are wanted. Tags that the spec does not name are left
 *  alone; who may not tag wants no mark. */
export const wantedTags = (tags: readonly string[] | undefined, mark: string | null): Fields =>
  named({ tags: tags && userTags(tags), mark: mark ?? undefined });

/** The fields `tags` and `mark` as they are stored. Several marks are none of ours: a copy keeps
 *  that of its source. */
export const storedTags = (tags: readonly string[]): Fields => ({
  tags: userTags(tags),
  mark: marksIn(tags).join(' ') || null,
});

/** Refuses our own marks among the tags of a spec. */
export const NO_MARK: Rule = {
  rule: `!has(self.tags) || !self.tags.exists(tag, tag.startsWith('${MARK_PREFIX}'))`,
  message: `spec.tags: tags that begin with ${MARK_PREFIX} belong to the operator`,
};
