import { managedCredentials as endpoints } from '../../../src/api/managed-credentials.ts';
import { done, listed, ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, route, routeOn } from '../../core/route.ts';
import { nextId, type World } from '../../core/world.ts';
import { customerUuid } from '../../http/headers.ts';
import { type CredentialRow, credentials, credentialTable, serviceTable } from './table.ts';

/** Labels are unique in the account. Source: monitoring#credentials. */
const labelTaken = (
  world: World,
  label: string | undefined,
  own: number | null,
): Refusal | undefined =>
  credentialTable.all(world).some((row) => row.label === label && row.id !== own)
    ? refuse('Label must be unique among your credentials', 'label')
    : undefined;

/** Removes a credential, and its id from the services that name it. */
const revoke = (world: World, { id }: CredentialRow): void => {
  credentialTable.remove(world, id);
  for (const row of serviceTable.all(world).filter((one) => one.credentials.includes(id)))
    serviceTable.update(world, row.id, {
      credentials: row.credentials.filter((other) => other !== id),
    });
};

const createRoute = route(endpoints.create, ({ turn, body }) => {
  const refusal = labelTaken(turn.world, body.label, null);
  if (refusal !== undefined) return refusal;
  const row = credentialTable.insert(turn.world, {
    id: nextId(turn.world, 'managed credential', 9_990),
    label: body.label,
    last_decrypted: null,
    username: body.username ?? '',
    password: body.password,
  });
  return ok(credentials.show(turn, row));
});

/** Credentials of the account. Source: monitoring#credentials. */
export const credentialRoutes: readonly Route[] = [
  route(endpoints.list, ({ turn }) => listed(turn, credentials, credentialTable.all(turn.world))),
  createRoute,
  route(endpoints.sshKey, ({ turn }) =>
    ok({ ssh_key: `ssh-rsa ${customerUuid(turn.world)} managedservices@service.example` }),
  ),
  routeOn(credentials, endpoints.view, ({ turn, target }) => ok(credentials.show(turn, target))),
  routeOn(credentials, endpoints.update, ({ turn, target, body }) => {
    const { label = target.label } = body;
    const refusal = labelTaken(turn.world, label, target.id);
    if (refusal !== undefined) return refusal;
    return ok(credentials.show(turn, credentialTable.update(turn.world, target.id, { label })));
  }),
  routeOn(credentials, endpoints.updateSecrets, ({ turn, target, body }) => {
    const { password, username = target.username } = body;
    credentialTable.update(turn.world, target.id, { password, username });
    return done;
  }),
  routeOn(credentials, endpoints.revoke, ({ turn, target }) => {
    revoke(turn.world, target);
    return done;
  }),
];
