import { oauthClients as endpoints } from '../../../src/api/oauth-clients.ts';
import { tell } from '../../core/events.ts';
import { drawHex } from '../../core/random.ts';
import { done, listedPlain, notFound, ok, refuse } from '../../core/reply.ts';
import { type Resource, route } from '../../core/route.ts';
import { nextId, type World } from '../../core/world.ts';
import { clientReference, type OAuthClientRow, oauthClients, showClient } from './table.ts';
import { thumbnailRoutes } from './thumbnail.ts';

const { table } = oauthClients;

const client = (world: World, id: string | number): OAuthClientRow | undefined =>
  oauthClients.find?.(world, id);

const ID_DIGITS = 20;
const SECRET_DIGITS = 64;

const createRoute = route(endpoints.create, ({ turn, body }) => {
  const { world } = turn;
  if (body.label === undefined) return refuse('label is required', 'label');
  const row = table.insert(world, {
    id: nextId(world, 'oauth client', 0),
    clientId: drawHex(world, ID_DIGITS),
    label: body.label,
    redirect_uri: body.redirect_uri,
    public: body.public ?? false,
    status: 'active',
    secret: drawHex(world, SECRET_DIGITS),
    thumbnail: null,
  });
  tell(turn, { action: 'oauth_client_create', entity: clientReference(row) });
  return ok(showClient(world, row, row.secret));
});

const updateRoute = route(endpoints.update, ({ turn, params, body }) => {
  const { world } = turn;
  const row = client(world, params.clientId);
  if (row === undefined) return notFound;
  const {
    label = row.label,
    redirect_uri = row.redirect_uri,
    public: isPublic = row.public,
  } = body;
  const updated = table.update(world, row.id, { label, redirect_uri, public: isPublic });
  tell(turn, { action: 'oauth_client_update', entity: clientReference(updated) });
  return ok(showClient(world, updated));
});

const deleteRoute = route(endpoints.delete, ({ turn, params }) => {
  const row = client(turn.world, params.clientId);
  if (row === undefined) return notFound;
  table.remove(turn.world, row.id);
  tell(turn, { action: 'oauth_client_delete', entity: clientReference(row) });
  return done;
});

const resetRoute = route(endpoints.resetSecret, ({ turn, params }) => {
  const { world } = turn;
  const row = client(world, params.clientId);
  if (row === undefined) return notFound;
  const updated = table.update(world, row.id, { secret: drawHex(world, SECRET_DIGITS) });
  tell(turn, { action: 'oauth_client_secret_reset', entity: clientReference(updated) });
  return ok(showClient(world, updated, updated.secret));
});

/** OAuth clients belong to the account: its grant decides, not one on each client. Source:
 *  account#oauth-clients. */
export const oauthClientResource: Resource = {
  routes: [
    route(endpoints.list, ({ turn: { world } }) =>
      listedPlain(table.all(world), (row) => showClient(world, row)),
    ),
    createRoute,
    route(endpoints.view, ({ turn: { world }, params }) => {
      const row = client(world, params.clientId);
      return row === undefined ? notFound : ok(showClient(world, row));
    }),
    updateRoute,
    deleteRoute,
    resetRoute,
    ...thumbnailRoutes,
  ],
};
