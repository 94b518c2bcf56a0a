import { REDACTED } from '../../../src/api/oauth-clients.ts';
import { table } from '../../core/table.ts';
import type { Entity, Reference } from '../../core/turn.ts';
import type { Row, World } from '../../core/world.ts';

/** An OAuth client. `thumbnail`: a PNG image in base64. Source: account#oauth-clients. */
export interface OAuthClientRow extends Row {
  readonly clientId: string;
  readonly label: string;
  readonly redirect_uri: string;
  readonly public: boolean;
  readonly status: 'active' | 'disabled' | 'suspended';
  readonly secret: string;
  readonly thumbnail: string | null;
}

const clients = table<OAuthClientRow>('oauth clients');

const PATH = '/account/oauth-clients';

const withId = (world: World, clientId: string | number): OAuthClientRow | undefined =>
  clients.all(world).find((row) => row.clientId === String(clientId));

/** Builds the record of a client. @param secret plain text, shown after a creation or a reset */
export const showClient = (
  world: World,
  { clientId, label, redirect_uri, public: isPublic, status, thumbnail }: OAuthClientRow,
  secret: string = REDACTED,
): Readonly<Record<string, unknown>> => ({
  id: clientId,
  redirect_uri,
  label,
  status,
  secret,
  thumbnail_url:
    thumbnail === null ? null : `${world.settings.origin}/v4${PATH}/${clientId}/thumbnail`,
  public: isPublic,
});

/** Source: account#oauth-clients. */
export const oauthClients: Entity<OAuthClientRow> = {
  type: 'oauth_client',
  path: PATH,
  table: clients,
  find: withId,
  label: (row) => row.label,
  show: ({ world }, row) => showClient(world, row),
};

/** Builds the reference of an event to a client: its id is a text. */
export const clientReference = ({ clientId, label }: OAuthClientRow): Reference => ({
  id: clientId,
  type: oauthClients.type,
  label,
  url: `/v4${PATH}/${clientId}`,
});
