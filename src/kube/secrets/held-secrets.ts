import { ok, type Result } from '../../model/failure.ts';
import type { KubeClient } from '../api/client.ts';
import type { Collection } from '../api/collection.ts';
import type { ApiFailure } from '../api/failures.ts';
import type { KubeObserver } from '../observer.ts';
import { listAll } from '../reflect/listing.ts';
import { type Reflector, startReflector } from '../reflect/reflector.ts';
import { createStore, type Store } from '../reflect/store.ts';
import { SECRETS } from '../resources.ts';
import type { Time } from '../time.ts';
import { readShell, type SecretShell } from './secret-record.ts';

export interface HeldOptions {
  readonly client: KubeClient;
  readonly time: Time;
  readonly observer: KubeObserver;
  /** Null: all namespaces. */
  readonly watched: readonly string[] | null;
}

const LIST_TIMEOUT_MS = 30_000;

/** The Secrets with one label, without their contents: listed for the first call, watched from the
 *  second on. */
export class HeldSecrets {
  readonly #options: HeldOptions;
  readonly #label: string;
  readonly #store: Store<SecretShell> = createStore(() => undefined);
  #reflectors: readonly Reflector[] | null = null;
  #isAsked = false;

  constructor(options: HeldOptions, label: string) {
    this.#options = options;
    this.#label = label;
  }

  /** Returns all of them: from the watches while these are open, else from the API server. */
  async all(): Promise<Result<readonly SecretShell[], ApiFailure>> {
    if (this.#isAsked) this.#reflectors ??= this.#collections().map((from) => this.#follow(from));
    this.#isAsked = true;
    if (this.#reflectors?.every((reflector) => reflector.isCurrent()) === true)
      return ok(this.#store.all().filter(({ labels }) => labels[this.#label] !== undefined));
    const found: SecretShell[] = [];
    for (const from of this.#collections()) {
      const listed = await listAll({
        client: this.#options.client,
        from,
        read: readShell,
        signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
      });
      if (!listed.ok) return listed;
      found.push(...listed.value.objects);
    }
    return ok(found);
  }

  /** Stores the answer to a write. */
  wrote({ metadata, owners, labels }: SecretShell): void {
    const isKnown =
      labels[this.#label] !== undefined ||
      this.#store.get(metadata.namespace, metadata.name) !== undefined;
    if (this.#reflectors !== null && isKnown)
      this.#store.learn({ metadata, owners, labels }, 'write');
  }

  async stop(): Promise<void> {
    await Promise.all((this.#reflectors ?? []).map((reflector) => reflector.stop()));
  }

  #collections(): readonly Collection[] {
    const { watched } = this.#options;
    return (watched ?? [null]).map((namespace) => ({
      resource: SECRETS,
      namespace,
      label: this.#label,
      metadataOnly: true,
    }));
  }

  #follow(from: Collection): Reflector {
    const { client, time, observer } = this.#options;
    return startReflector({ client, from, read: readShell, store: this.#store, time, observer });
  }
}
