import type { z } from 'zod';
import { tags as endpoints, type TagCreate } from '../../../src/api/tags.ts';
import { tell } from '../../core/events.ts';
import { done, listedPlain, notFound, ok, type Problem } from '../../core/reply.ts';
import { type Resource, route } from '../../core/route.ts';
import type { Entity, Turn } from '../../core/turn.ts';
import { permission, type Viewer } from '../../core/users.ts';
import type { Row } from '../../core/world.ts';
import { pools } from '../pools/table.ts';
import { rememberTags, sortedTags, tagNamed, tagTable } from './table.ts';

type CreateBody = z.output<typeof TagCreate>;
type Key = 'computes' | 'volumes' | 'domains' | 'nodebalancers';

const KEYS: readonly Key[] = ['computes', 'volumes', 'domains', 'nodebalancers'];

/** An item with tags. */
interface Item {
  readonly entity: Entity;
  readonly row: Row;
}

const tagsOf = ({ entity, row }: Item): readonly string[] => entity.tags?.of(row) ?? [];

const retag = (turn: Turn, { entity, row }: Item, labels: readonly string[]): void => {
  if (entity.tags !== undefined) entity.table.update(turn.world, row.id, entity.tags.with(labels));
};

/** Returns all items with a tag. */
const carriers = (turn: Turn, label: string): readonly Item[] =>
  turn.plan.entities.flatMap((entity) =>
    entity.table
      .all(turn.world)
      .filter((row) => entity.tags?.of(row).includes(label) === true)
      .map((row) => ({ entity, row })),
  );

const itemOf = (turn: Turn, key: Key, id: number): Item | undefined => {
  const entity = turn.plan.entities.find(({ tags }) => tags?.key === key);
  const row = entity?.table.find(turn.world, id);
  return entity === undefined || row === undefined ? undefined : { entity, row };
};

const mayWrite = (viewer: Viewer | null, { entity, row }: Item): boolean =>
  viewer !== null && permission(viewer.user, entity.type, row.id) === 'read_write';

/** Returns the items in a body; all of them must be writable, or the tag is not created. Source:
 *  tags#assign. */
const named = (
  turn: Turn,
  viewer: Viewer | null,
  body: CreateBody,
): { readonly items: readonly Item[]; readonly problems: readonly Problem[] } => {
  const items: Item[] = [];
  const problems: Problem[] = [];
  for (const key of KEYS) {
    for (const [index, id] of (body[key] ?? []).entries()) {
      const item = itemOf(turn, key, id);
      if (item !== undefined && mayWrite(viewer, item)) items.push(item);
      else
        problems.push({
          reason: `You do not have permission to access ${id}`,
          field: `${key}[${index}]`,
        });
    }
  }
  return { items, problems };
};

const createRoute = route(endpoints.create, ({ turn, viewer, body }) => {
  const { items, problems } = named(turn, viewer, body);
  if (problems.length > 0) return { kind: 'refused', status: 400, problems };
  rememberTags(turn, [body.label]);
  for (const item of items) retag(turn, item, sortedTags([...tagsOf(item), body.label]));
  return ok({ label: body.label });
});

/** Removes the tag from all node pools, which are below their clusters. Source: tags#assign. */
const dropFromPools = ({ world }: Turn, label: string): void => {
  for (const { id, tags } of pools.all(world))
    if (tags.includes(label))
      pools.update(world, id, { tags: tags.filter((tag) => tag !== label) });
};

/** Removes the tag from all items, and deletes it. Source: tags#delete. */
const deleteRoute = route(endpoints.delete, ({ turn, params }) => {
  const tag = tagNamed(turn.world, String(params.label));
  if (tag === undefined) return notFound;
  for (const item of carriers(turn, tag.label)) {
    retag(
      turn,
      item,
      tagsOf(item).filter((label) => label !== tag.label),
    );
  }
  dropFromPools(turn, tag.label);
  tagTable.remove(turn.world, tag.id);
  tell(turn, {
    action: 'tag_delete',
    entity: { id: tag.label, type: 'tag', label: tag.label, url: `/v4/tags/${tag.label}` },
  });
  return done;
});

/** Lists tagged items without firewalls and clusters. Source: tags#objects-of-a-tag. */
const taggedRoute = route(endpoints.tagged, ({ turn, viewer, params }) => {
  const tag = tagNamed(turn.world, String(params.label));
  if (tag === undefined) return notFound;
  const visible = carriers(turn, tag.label).filter(
    ({ entity, row }) =>
      entity.tags?.key !== null &&
      viewer !== null &&
      permission(viewer.user, entity.type, row.id) !== null,
  );
  return listedPlain(visible, ({ entity, row }) => ({
    type: entity.type,
    data: entity.show(turn, row),
  }));
});

/** Tags of the account, sorted by label. Source: tags#tags. */
export const tagResource: Resource = {
  routes: [
    route(endpoints.list, ({ turn }) => {
      const sorted = tagTable.all(turn.world).toSorted((a, b) => (a.label < b.label ? -1 : 1));
      return listedPlain(sorted, ({ label }) => ({ label }));
    }),
    createRoute,
    deleteRoute,
    taggedRoute,
  ],
};
