import { readStatus, type Status } from '../../model/status-layout.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { DEFAULT_SECRET } from './custody.ts';

/** The Secret whose credential was used, and the account that it opened. */
export type UsedCredential = NonNullable<Status['credential']>;

/** Which accounts the namespaces' own Secrets opened, as the status of their objects records it: a
 *  namespace that brought a credential must not act in the operator's account while its Secret is
 *  away. */
export class UsedCredentials {
  /** By namespace and account the uids of the objects that say so. */
  readonly #namespaces = new Map<string, Map<string, Set<string>>>();
  readonly #places = new Map<string, { readonly namespace: string; readonly account: string }>();

  /** Takes note of what an object records now. */
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

  /** Drops an object that is gone. */
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

  /** A credential of this namespace that opened another account than this one, or none that is
   *  known; null when there is none. */
  otherThan(account: string, namespace: string): UsedCredential | null {
    const other = [...(this.#namespaces.get(namespace)?.keys() ?? [])].find(
      (one) => one !== account,
    );
    if (other === undefined) return null;
    return { secret: DEFAULT_SECRET, ...(other === UNKNOWN ? {} : { account: other }) };
  }
}

const UNKNOWN = '';
