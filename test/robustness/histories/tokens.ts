import { Secret } from '../../../src/model/secret.ts';
import { CREDENTIAL } from '../../support/memory-secrets.ts';
import type { World } from '../../support/world.ts';
import { ACCOUNT_SECRET } from './universe.ts';

interface Account {
  readonly world: World;
}

/** Changes the token of the operator's credential. */
export const rotateTo = ({ world }: Account, token: string): void =>
  void world.cluster.secrets.apply(
    'default',
    ACCOUNT_SECRET,
    { token: new Secret(token) },
    CREDENTIAL,
  );

/** Creates an unused token for the same account. */
export function newToken({ world }: Account): string {
  const made = world.outsider.call('POST', '/profile/tokens', { label: 'rotated', scopes: '*' });
  return (made.body as { readonly token: string }).token;
}
