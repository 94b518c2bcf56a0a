import type { ObjectName } from '../../engine/ports/cluster.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { formatKey, type ObjectKey } from '../../model/object-key.ts';
import type { KubeClient } from '../api/client.ts';
import { type ApiFailure, unreadable } from '../api/failures.ts';
import type { KubeObserver } from '../observer.ts';
import { type Reflector, startReflector } from '../reflect/reflector.ts';
import { createStore, type Store } from '../reflect/store.ts';
import { SECRETS } from '../resources.ts';
import type { Time } from '../time.ts';
import { readSecret, type SecretCopy } from './secret-record.ts';

export interface SecretWatchOptions {
  readonly client: KubeClient;
  readonly time: Time;
  readonly observer: KubeObserver;
  readonly namespace: string;
  readonly name: string;
  readonly wake: (readers: readonly ObjectName[]) => void;
}

/** One Secret in use, shared by all its readers. */
export class SecretWatch {
  readonly #options: SecretWatchOptions;
  readonly #store: Store<SecretCopy>;
  readonly #readers = new Map<ObjectKey, ObjectName>();
  #reflector: Reflector | null = null;
  #reading: Promise<Result<SecretCopy | null, ApiFailure>> | null = null;
  #known = false;
  #doubted = false;
  #stopped = false;
  #askedAt = 0;

  constructor(options: SecretWatchOptions) {
    this.#options = options;
    this.#store = createStore((_before, _after, origin) => {
      if (this.#known && origin !== 'write') options.wake([...this.#readers.values()]);
    });
  }

  /** Returns the current Secret: from the watch while that is open, else from the API server. Null
   *  when there is none. Later changes wake the reader. */
  async read(reader: ObjectName): Promise<Result<SecretCopy | null, ApiFailure>> {
    this.#readers.set(formatKey(reader), reader);
    this.#askedAt = this.#options.time.elapsed();
    if (this.#reflector?.isCurrent() === true && !this.#doubted) return ok(this.copy());
    this.#reading ??= this.#readNow();
    return await this.#reading;
  }

  /** Stores the answer to a write, without waking a reader. */
  wrote(copy: SecretCopy): void {
    this.#store.learn(copy, 'write');
  }

  /** Makes the next read ask the API server, whatever the watch shows. */
  doubt(): void {
    this.#doubted = true;
  }

  /** Returns the time since the last read (milliseconds). */
  idleMs(): number {
    return this.#options.time.elapsed() - this.#askedAt;
  }

  /** Drops readers that are gone and reports whether any is left. */
  hasReaders(exists: (reader: ObjectName) => boolean): boolean {
    for (const [key, reader] of this.#readers) if (!exists(reader)) this.#readers.delete(key);
    return this.#readers.size > 0;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#reflector?.stop();
  }

  /** Returns the newest stored copy; null when there is none. */
  copy(): SecretCopy | null {
    return this.#store.get(this.#options.namespace, this.#options.name) ?? null;
  }

  async #readNow(): Promise<Result<SecretCopy | null, ApiFailure>> {
    const { client, namespace, name } = this.#options;
    const asked = this.#store.get(namespace, name);
    const answer = await client.get({ resource: SECRETS, namespace, name });
    this.#reading = null;
    if (!answer.ok) return answer;
    const copy = answer.value === null ? null : readSecret(answer.value);
    if (copy !== null) this.#store.learn(copy, 'read');
    else if (answer.value === null) this.#store.forget(namespace, name, asked);
    else return fail(unreadable('no Secret'));
    this.#known = true;
    this.#doubted = false;
    this.#follow();
    return ok(this.copy());
  }

  /** Starts the watch after the first read, so that it reports changes between the two. */
  #follow(): void {
    const { client, time, observer, namespace, name } = this.#options;
    if (this.#stopped || this.#reflector !== null) return;
    const from = { resource: SECRETS, namespace, name };
    this.#reflector = startReflector({
      client,
      from,
      read: readSecret,
      store: this.#store,
      time,
      observer,
    });
  }
}
