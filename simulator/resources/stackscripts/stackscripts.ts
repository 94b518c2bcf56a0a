import type { z } from 'zod';
import {
  ANY_IMAGE,
  stackscripts as endpoints,
  type StackScriptUpdate,
} from '../../../src/api/stackscripts.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import {
  done,
  firstOf,
  forbidden,
  listedPlain,
  notFound,
  ok,
  type Refusal,
  refuse,
} from '../../core/reply.ts';
import { created, type Resource, route } from '../../core/route.ts';
import { gone } from '../../core/turn.ts';
import { permission, type Viewer } from '../../core/users.ts';
import { nextId, type World } from '../../core/world.ts';
import { deployable } from '../images/table.ts';
import { type StackScriptRow, stackscripts, stackscriptTable } from './table.ts';

type UpdateBody = z.output<typeof StackScriptUpdate>;

/** Reports whether a script is visible; without a token only public ones are. Source:
 *  images#stackscripts. */
const isVisible = (viewer: Viewer | null, row: StackScriptRow): boolean =>
  row.is_public || (viewer !== null && permission(viewer.user, 'stackscript', row.id) !== null);

const visible = (
  world: World,
  viewer: Viewer | null,
  id: string | number,
): StackScriptRow | undefined => {
  const row = stackscriptTable.find(world, Number(id));
  return row !== undefined && isVisible(viewer, row) ? row : undefined;
};

/** Returns a script that the user may change: one of the account's own, with the grant. */
const writable = (
  world: World,
  viewer: Viewer | null,
  id: string | number,
): StackScriptRow | Refusal => {
  const row = visible(world, viewer, id);
  if (row === undefined || viewer === null) return notFound;
  return row.mine && permission(viewer.user, 'stackscript', row.id) === 'read_write'
    ? row
    : forbidden;
};

/** Source: images#stackscripts. */
const imagesRefused = (
  world: World,
  images: readonly string[] | undefined,
): Refusal | undefined => {
  if (images?.length === 0) return refuse('images is required', 'images');
  const isKnown = (id: string): boolean => id === ANY_IMAGE || deployable(world, id) !== undefined;
  return images?.every(isKnown) === false ? refuse('image is not valid', 'images') : undefined;
};

const createRoute = route(endpoints.create, (call) => {
  const { turn, body } = call;
  const refusal = imagesRefused(turn.world, body.images);
  if (refusal !== undefined) return refusal;
  const row = stackscriptTable.insert(turn.world, {
    id: nextId(turn.world, 'stackscript', 623_100),
    username: turn.actor ?? '',
    label: body.label,
    description: body.description ?? '',
    images: body.images,
    deployments_total: 0,
    deployments_active: 0,
    is_public: body.is_public ?? false,
    mine: true,
    created: stamp(turn.now),
    updated: stamp(turn.now),
    rev_note: body.rev_note ?? '',
    script: body.script,
  });
  tell(turn, { action: 'stackscript_create', entity: reference(stackscripts, row) });
  return created(call, stackscripts, row);
});

/** Source: images#stackscripts. */
const privacyRefused = (row: StackScriptRow, body: UpdateBody): Refusal | undefined =>
  row.is_public && body.is_public === false
    ? refuse('A public StackScript cannot be made private', 'is_public')
    : undefined;

const updateRoute = route(endpoints.update, ({ turn, viewer, params, body }) => {
  const row = writable(turn.world, viewer, params.stackscriptId);
  if ('kind' in row) return row;
  const refusal = firstOf(
    () => privacyRefused(row, body),
    () => imagesRefused(turn.world, body.images),
  );
  if (refusal !== undefined) return refusal;
  const {
    label = row.label,
    description = row.description,
    images = row.images,
    script = row.script,
  } = body;
  const { is_public = row.is_public, rev_note = row.rev_note } = body;
  const fields = {
    label,
    description,
    images,
    script,
    is_public,
    rev_note,
    updated: stamp(turn.now),
  };
  const updated = stackscriptTable.update(turn.world, row.id, fields);
  tell(turn, {
    action: is_public && !row.is_public ? 'stackscript_publicize' : 'stackscript_update',
    entity: reference(stackscripts, updated),
  });
  return ok(stackscripts.show(turn, updated));
});

const deleteRoute = route(endpoints.delete, ({ turn, viewer, params }) => {
  const row = writable(turn.world, viewer, params.stackscriptId);
  if ('kind' in row) return row;
  if (row.is_public) return refuse('A public StackScript cannot be deleted');
  stackscriptTable.remove(turn.world, row.id);
  tell(turn, { action: 'stackscript_delete', entity: reference(stackscripts, row) });
  gone(turn, 'stackscript', row.id);
  return done;
});

/** Deployment scripts. Source: images#stackscripts. */
export const stackscriptResource: Resource = {
  entity: stackscripts,
  routes: [
    route(endpoints.list, ({ turn, viewer }) =>
      listedPlain(
        stackscriptTable.all(turn.world).filter((row) => isVisible(viewer, row)),
        (row) => stackscripts.show(turn, row),
      ),
    ),
    createRoute,
    route(endpoints.view, ({ turn, viewer, params }) => {
      const row = visible(turn.world, viewer, params.stackscriptId);
      return row === undefined ? notFound : ok(stackscripts.show(turn, row));
    }),
    updateRoute,
    deleteRoute,
  ],
};
