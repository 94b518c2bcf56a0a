import { tell } from '../../core/events.ts';
import { type Refusal, refuse } from '../../core/reply.ts';
import { table } from '../../core/table.ts';
import type { Turn } from '../../core/turn.ts';
import type { Viewer } from '../../core/users.ts';
import { nextId, type Row, type World } from '../../core/world.ts';

export interface TagRow extends Row {
  readonly label: string;
}

export const tagTable = table<TagRow>('tags');

export const tagNamed = (world: World, label: string): TagRow | undefined =>
  tagTable.all(world).find((tag) => tag.label === label);

/** Returns tags in stored form: sorted and unique. Source: tags#assign. */
export const sortedTags = (labels: readonly string[]): readonly string[] =>
  [...new Set(labels)].toSorted();

/** Creates missing tags: a tag stays until it is deleted itself. Source: tags#assign. */
export const rememberTags = (turn: Turn, labels: readonly string[]): void => {
  for (const label of labels) {
    if (tagNamed(turn.world, label) !== undefined) continue;
    tagTable.insert(turn.world, { id: nextId(turn.world, 'tag', 100), label });
    tell(turn, {
      action: 'tag_create',
      entity: { id: label, type: 'tag', label, url: `/v4/tags/${label}` },
    });
  }
};

/** Refuses changes of tags by restricted users; sending back the current ones changes nothing.
 *  Source: tags#assign. */
export const tagsRefused = (
  viewer: Viewer | null,
  wanted: readonly string[] | undefined,
  present: readonly string[],
): Refusal | undefined => {
  const isChange = wanted !== undefined && sortedTags(wanted).join() !== present.join();
  return isChange && viewer?.user.restricted !== false
    ? refuse('Unauthorized', 'tags', 403)
    : undefined;
};
