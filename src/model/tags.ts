/** The mark: a tag that says which object an item belongs to. It is the identity of an item whose id is not recorded yet. */
const MARK_PREFIX = 'k8s:';

export const markOf = (uid: string): string => `${MARK_PREFIX}${uid}`;
export const isMark = (tag: string): boolean => tag.startsWith(MARK_PREFIX);

/** The mark among an item's tags; with several (a copy keeps its source's) all of them. */
export const marksIn = (tags: readonly string[]): readonly string[] => tags.filter(isMark);

/** The tags that people gave: what a spec is compared with. Sorted, as the service returns them. */
export const userTags = (tags: readonly string[]): readonly string[] => tags.filter((tag) => !isMark(tag)).toSorted();

/** The whole list to send: the wanted tags (those there already when the spec names none) and our own mark; marks of others go.
 *  @param mark null when this credential may not tag */
export function tagsToSend(wanted: readonly string[] | undefined, there: readonly string[], mark: string | null): readonly string[] {
  const people = userTags(wanted ?? there);
  return [...new Set(mark === null ? people : [...people, mark])].toSorted();
}
