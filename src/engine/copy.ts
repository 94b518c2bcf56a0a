import { fail, ok, type Result } from '../model/failure.ts';
import { FINALIZER } from '../model/group.ts';
import { nameOf } from './desire/subject.ts';
import type { Cluster, KubeFailure, KubeObject } from './ports/cluster.ts';

const STATUS_TRIES = 5;

/** The copy of an object that a pass works on: every write goes through it, under the lock of the version it was computed from. */
export class Copy {
  readonly #cluster: Cluster;
  #object: KubeObject;
  #writes = 0;

  constructor(cluster: Cluster, object: KubeObject) {
    this.#cluster = cluster;
    this.#object = object;
  }

  get object(): KubeObject {
    return this.#object;
  }

  /** How many writes went out in this pass. */
  get writes(): number {
    return this.#writes;
  }

  get hasFinalizer(): boolean {
    return this.#object.metadata.finalizers?.includes(FINALIZER) === true;
  }

  /** Sets annotations, and our finalizer with them where it is missing: one write, under lock. */
  async hold(annotations: Readonly<Record<string, string>> = {}): Promise<Result<KubeObject, KubeFailure>> {
    const finalizers = this.hasFinalizer ? {} : { finalizers: [...(this.#object.metadata.finalizers ?? []), FINALIZER] };
    return this.#adopt(await this.#cluster.patch(this.#object, { metadata: { ...finalizers, annotations } }));
  }

  /** Lets the object go: takes our finalizer away and leaves those of others. */
  async release(): Promise<Result<KubeObject, KubeFailure>> {
    if (!this.hasFinalizer) return ok(this.#object);
    const finalizers = (this.#object.metadata.finalizers ?? []).filter((one) => one !== FINALIZER);
    return this.#adopt(await this.#cluster.patch(this.#object, { metadata: { finalizers } }));
  }

  /** Records in the status what must not be done twice, under the lock of the copy that this pass began from: who wrote in between may have done it. */
  async record(status: Readonly<Record<string, unknown>>): Promise<Result<KubeObject, KubeFailure>> {
    return this.#adopt(await this.#cluster.patchStatus(this.#object, status));
  }

  /** Writes members of the status. On Conflict the object is read again and the same members are written onto it, unless it is another object by now. */
  async report(status: Readonly<Record<string, unknown>>): Promise<Result<KubeObject, KubeFailure>> {
    for (let tries = 1; ; tries++) {
      const written = await this.record(status);
      if (written.ok || written.failure.code !== 'Conflict' || tries === STATUS_TRIES) return written;
      const fresh = await this.#cluster.refresh(nameOf(this.#object));
      if (!fresh.ok) return fresh;
      if (fresh.value === null || fresh.value.metadata.uid !== this.#object.metadata.uid) {
        return fail({ code: 'Gone', detail: 'the object was deleted while its status was written' });
      }
      this.#object = fresh.value;
    }
  }

  #adopt(result: Result<KubeObject, KubeFailure>): Result<KubeObject, KubeFailure> {
    if (result.ok) {
      if (result.value.metadata.resourceVersion !== this.#object.metadata.resourceVersion) this.#writes++;
      this.#object = result.value;
    }
    return result;
  }
}
