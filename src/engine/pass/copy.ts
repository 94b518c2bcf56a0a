import { fail, ok, type Result } from '../../model/failure.ts';
import { FINALIZER } from '../../model/group.ts';
import { asRecord } from '../../model/parse.ts';
import { membersOf, placeOf, storedForm } from '../../model/status-layout.ts';
import type { Cluster, KubeFailure, KubeObject } from '../ports/cluster.ts';
import type { Asker, Self } from '../term/operator-identity.ts';
import {
  isSpoilt,
  trusted,
  unansweredWrite,
  type WrittenStatus,
  writtenIn,
} from './last-written.ts';
import { leastOf } from './least-status.ts';
import { type Members, mergePatch, unkept } from './merge-patch.ts';
import { isOvertaken, isSigned, signed } from './signed-status.ts';
import { nameOf } from './subject.ts';
import { writeStatus } from './write-status.ts';

const STATUS_TRIES = 5;
/** Holds the working copy of a pass: every write goes through it, under the lock of the version it
 *  was computed from. */
export class Copy {
  readonly #cluster: Cluster;
  #object: KubeObject;
  #writes = 0;
  /** The last written status, kept from pass to pass. */
  readonly #memory: { lastWritten: WrittenStatus | null };
  readonly #self: Self;

  constructor(
    cluster: Cluster,
    object: KubeObject,
    self: Self,
    memory: { lastWritten: WrittenStatus | null } = { lastWritten: null },
  ) {
    this.#cluster = cluster;
    this.#object = object;
    this.#self = self;
    this.#memory = memory;
  }

  get object(): KubeObject {
    return this.#object;
  }

  /** The number of writes in this pass. */
  get writes(): number {
    return this.#writes;
  }

  get hasFinalizer(): boolean {
    return this.#object.metadata.finalizers?.includes(FINALIZER) === true;
  }

  /** Sets annotations, and adds the finalizer where it is missing, in one write under lock. */
  async hold(
    annotations: Readonly<Record<string, string | null>> = {},
  ): Promise<Result<KubeObject, KubeFailure>> {
    const finalizers = this.hasFinalizer
      ? {}
      : { finalizers: [...(this.#object.metadata.finalizers ?? []), FINALIZER] };
    return this.#adopt(
      await this.#cluster.patch(this.#object, { metadata: { ...finalizers, annotations } }),
    );
  }

  /** Releases the object: removes the operator's finalizer and keeps those of others. */
  async release(): Promise<Result<KubeObject, KubeFailure>> {
    if (!this.hasFinalizer) return ok(this.#object);
    const finalizers = (this.#object.metadata.finalizers ?? []).filter((one) => one !== FINALIZER);
    return this.#adopt(await this.#cluster.patch(this.#object, { metadata: { finalizers } }));
  }

  /** Records this operator in the status, under lock, before the first request to the service for
   *  the object. Writes nothing where it is recorded already. */
  async sign(): Promise<Result<KubeObject, KubeFailure>> {
    return isSigned(this.#asker, this.#object) ? ok(this.#object) : this.record({});
  }

  /** Removes this operator from the status, together with the given members: another operator may
   *  serve the object afterwards. */
  async letGo(status: Members = {}): Promise<Result<KubeObject, KubeFailure>> {
    return this.#send(storedForm({ ...status, operator: { name: null, class: null } }));
  }

  /** Records steps that must not be repeated in the status, under the lock of the copy that this
   *  pass began with: a concurrent writer may have performed them. Fails where the API server
   *  accepts the record without keeping it: definitions of another version drop unknown members. */
  async record(status: Members): Promise<Result<KubeObject, KubeFailure>> {
    const before = membersOf(this.#object.status);
    const ours = this.#signed(status);
    const written = await this.#write(ours);
    const lost = written.ok ? unkept(before, ours, membersOf(written.value.status)) : [];
    if (lost.length === 0) return written;
    const members = lost.map((member) => `status.${placeOf(member)}`).join(' and ');
    const detail = `the definition of ${this.#object.kind} does not keep ${members}; apply the definitions of this version of the operator`;
    return fail({ code: 'Unwritable', detail });
  }

  /** Restores the last written status where another writer changed it since. */
  async restore(): Promise<Result<KubeObject, KubeFailure>> {
    const { lastWritten } = this.#memory;
    if (lastWritten === null || !isSpoilt(this.#object, lastWritten)) return ok(this.#object);
    return this.#send(
      this.#signed(
        asRecord(mergePatch(asRecord(this.#object.status), trusted(this.#object, lastWritten))),
      ),
    );
  }

  /** Writes members of the status. Where the API server rejects them, for example because of their
   *  size, writes only the members that must not be lost, and still returns the failure. */
  async report(status: Members): Promise<Result<KubeObject, KubeFailure>> {
    const written = await this.#insist(status);
    if (written.ok || written.failure.code !== 'Unwritable') return written;
    const least = await this.#insist(leastOf(status));
    return least.ok ? written : least;
  }

  /** On a conflict, reads the object again and writes the same members onto it, unless a new object
   *  replaced it. First restores the members that another writer changed. */
  async #insist(status: Members): Promise<Result<KubeObject, KubeFailure>> {
    for (let tries = 1; ; tries++) {
      const written = await this.#write(this.#signed(status));
      if (written.ok || written.failure.code !== 'Conflict' || tries === STATUS_TRIES)
        return written;
      const fresh = await this.#cluster.refresh(nameOf(this.#object));
      if (!fresh.ok) return fresh;
      if (fresh.value === null || fresh.value.metadata.uid !== this.#object.metadata.uid) {
        return fail({
          code: 'Gone',
          detail: 'the object was deleted while its status was written',
        });
      }
      if (isOvertaken(this.#asker, this.#object, fresh.value)) return written;
      this.#object = fresh.value;
      const restored = await this.restore();
      if (!restored.ok && restored.failure.code !== 'Conflict') return restored;
    }
  }

  get #asker(): Asker {
    return { self: this.#self, cluster: this.#cluster };
  }

  #signed(status: Members): Members {
    return signed(this.#asker, this.#object, status);
  }

  async #write(status: Members): Promise<Result<KubeObject, KubeFailure>> {
    const stored = storedForm(status);
    const written = await this.#send(stored);
    if (!written.ok && written.failure.code === 'Unreachable')
      this.#memory.lastWritten = unansweredWrite(this.#object, stored);
    return written;
  }

  async #send(status: Members): Promise<Result<KubeObject, KubeFailure>> {
    return this.#adopt(await writeStatus(this.#cluster, this.#object, status));
  }

  #adopt(result: Result<KubeObject, KubeFailure>): Result<KubeObject, KubeFailure> {
    if (result.ok) {
      if (result.value.metadata.resourceVersion !== this.#object.metadata.resourceVersion)
        this.#writes++;
      this.#object = result.value;
      this.#memory.lastWritten = writtenIn(result.value);
    }
    return result;
  }
}
