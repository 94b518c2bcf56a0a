import type { KubeFailure, SecretDraft, SecretRecord } from '../../src/engine/ports/cluster.ts';
import { fail, ok, type Result } from '../../src/model/failure.ts';

/** The Secrets of a cluster in memory. */
export class MemorySecrets {
  readonly #secrets: Map<string, SecretRecord>;
  #version: number;

  /** @param like Secrets that these begin as */
  constructor(like?: MemorySecrets) {
    this.#secrets = new Map(like === undefined ? [] : like.#secrets);
    this.#version = like === undefined ? 1 : like.#version;
  }

  get(namespace: string, name: string): SecretRecord | undefined {
    return this.#secrets.get(`${namespace}/${name}`);
  }

  /** Puts a Secret there as a person would. */
  apply(namespace: string, name: string, contents: SecretRecord['contents'], labels: SecretRecord['labels'] = {}): SecretRecord {
    this.#version++;
    const uid = `secret-${namespace}-${name}`;
    const secret = { name, namespace, uid, labels, finalizers: [], deleting: false, resourceVersion: String(this.#version), contents };
    this.#secrets.set(`${namespace}/${name}`, secret);
    return secret;
  }

  /** Removes those of which this is so, as a garbage collector would. */
  drop(isGarbage: (secret: SecretRecord) => boolean): void {
    for (const [id, secret] of this.#secrets) if (isGarbage(secret)) this.#secrets.delete(id);
  }

  /** Creates (`previous` null) or replaces exactly that version. */
  put(draft: SecretDraft, previous: SecretRecord | null): Result<SecretRecord, KubeFailure> {
    const there = this.get(draft.namespace, draft.name);
    if (there?.resourceVersion !== previous?.resourceVersion) return fail({ code: 'Conflict', detail: 'somebody wrote it' });
    return ok(this.apply(draft.namespace, draft.name, draft.contents, draft.labels));
  }
}
