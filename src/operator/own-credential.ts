import type { RunConfig } from '../config/config.ts';
import type { Credential } from '../engine/ports/cloud.ts';

/** The operator's own credential, for namespaces that bring none: null for one that was not
 *  selected at start, or where there is no such token. It goes to no address but the operator's
 *  own. */
export const ownCredentialOf =
  ({ token, tokenNamespaces }: Pick<RunConfig, 'token' | 'tokenNamespaces'>) =>
  (namespace: string): Credential | null => {
    const serves = tokenNamespaces === null || tokenNamespaces.includes(namespace);
    return serves && token !== null ? { token: token(), baseUrl: null } : null;
  };
