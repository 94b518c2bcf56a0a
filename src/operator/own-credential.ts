import type { RunConfig } from '../config/config.ts';
import type { Credential } from '../engine/ports/cloud.ts';

/** Returns the operator's own credential for a namespace without one; null where the namespace was
 *  not selected at start, or without a token. It is sent only to the operator's own address. */
export const ownCredentialOf =
  ({ token, tokenNamespaces }: Pick<RunConfig, 'token' | 'tokenNamespaces'>) =>
  (namespace: string): Credential | null => {
    const serves = tokenNamespaces === null || tokenNamespaces.includes(namespace);
    return serves && token !== null ? { token: token(), baseUrl: null } : null;
  };
