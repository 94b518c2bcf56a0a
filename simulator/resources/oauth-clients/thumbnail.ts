import { oauthClients as endpoints } from '../../../src/api/oauth-clients.ts';
import { tell } from '../../core/events.ts';
import { done, notFound, refuse, sentFile } from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import { accountBeside, type World } from '../../core/world.ts';
import { clientReference, type OAuthClientRow, oauthClients } from './table.ts';

/** The first bytes of a PNG image. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

const isPng = (bytes: Uint8Array): boolean =>
  SIGNATURE.every((byte, index) => bytes[index] === byte);

/** A thumbnail is public, therefore a client of either account. */
const ofAnyAccount = (world: World, id: string | number): OAuthClientRow | undefined => {
  const beside = accountBeside(world);
  return (
    oauthClients.find?.(world, id) ??
    (beside === undefined ? undefined : oauthClients.find?.(beside, id))
  );
};

/** Source: account#thumbnails. */
export const thumbnailRoutes: readonly Route[] = [
  route(endpoints.thumbnail, ({ turn: { world }, params }) => {
    const image = ofAnyAccount(world, params.clientId)?.thumbnail ?? null;
    return image === null ? notFound : sentFile('image/png', Buffer.from(image, 'base64'));
  }),
  route(endpoints.setThumbnail, ({ turn, params, body }) => {
    const row = oauthClients.find?.(turn.world, params.clientId);
    if (row === undefined) return notFound;
    if (!isPng(body.bytes)) return refuse('The thumbnail must be a PNG image');
    const thumbnail = Buffer.from(body.bytes).toString('base64');
    const updated = oauthClients.table.update(turn.world, row.id, { thumbnail });
    tell(turn, { action: 'oauth_client_update', entity: clientReference(updated) });
    return done;
  }),
];
