import { readStatus, type Status } from '../../model/status-layout.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { DEFAULT_SECRET } from './custody.ts';

/** The Secret of a used credential, and the account that it opened. */
export type UsedCredential = NonNullable<Status['credential']>;

/** Records the accounts that the namespaces' own Secrets opened, from the status of their objects:
 *  a namespace with a credential of its own must not act in the operator's account while its Secret
 *  is missing. */
export class UsedCredentials {
  /** Uids of the objects that record a credential, by namespace and account. */
  readonly #namespaces = new Map<string, Map<string, Set<string>>>();
  readonly #places = new Map<string, { readonly namespace: string; readonly account: string }>();

  /** Records the credential in an object's status. */
  note({ metadata, status }: KubeObject): void {
    this.forget(metadata.uid);
    const { credential } = readStatus(status);
    if (credential?.secret !== DEFAULT_SECRET) return;
    const { account = UNKNOWN } = credential;
    const accounts = this.#namespaces.get(metadata.namespace) ?? new Map<string, Set<string>>();
    this.#namespaces.set(
      metadata.namespace,
      accounts.set(account, (accounts.get(account) ?? new Set()).add(metadata.uid)),
    );
    this.#places.set(metadata.uid, { namespace: metadata.namespace, account });
  }

  /** Removes a deleted object. */
  forget(uid: string): void {
    const place = this.#places.get(uid);
    if (place === undefined) return;
    this.#places.delete(uid);
    const accounts = this.#namespaces.get(place.namespace);
    const uids = accounts?.get(place.account);
    uids?.delete(uid);
    if (uids?.size === 0) accounts?.delete(place.account);
    if (accounts?.size === 0) this.#namespaces.delete(place.namespace);
  }

  /** Returns a credential of this namespace that opened another or an unknown account; null when
   *  there is none. */
  otherThan(account: string, namespace: string): UsedCredential | null {
    const other = [...(this.#namespaces.get(namespace)?.keys() ?? [])].find(
      (one) => one !== account,
    );
    if (other === undefined) return null;
    return { secret: DEFAULT_SECRET, ...(other === UNKNOWN ? {} : { account: other }) };
  }
}

const UNKNOWN = '';
