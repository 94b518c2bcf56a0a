import { fail, ok, type Result } from '../../model/failure.ts';
import { FINALIZER } from '../../model/group.ts';
import { asRecord } from '../../model/parse.ts';
import { membersOf, placeOf, storedForm } from '../../model/status-layout.ts';
import type { Cluster, KubeFailure, KubeObject } from '../ports/cluster.ts';
import { otherOperator, type Self, servedBy, signature } from '../term/operator-identity.ts';
import { isSpoilt, type Said, saidIn, saidInVain, trusted } from './last-written.ts';
import { applyPatch, type Members, mergePatch, unkept } from './merge-patch.ts';
import { nameOf } from './subject.ts';

const STATUS_TRIES = 5;
/** The members of a status without which an item may be lost, or a step done twice. */
const LEAST: readonly string[] = [
  'observedGeneration',
  'conditions',
  'id',
  'account',
  'credential',
  'operator',
  'intent',
  'consent',
  'consents',
  'once',
];

/** The copy of an object that a pass works on: every write goes through it, under the lock of the
 *  version it was computed from. */
export class Copy {
  readonly #cluster: Cluster;
  #object: KubeObject;
  #writes = 0;
  /** What is remembered of the status from pass to pass. */
  readonly #memory: { said: Said | null };
  readonly #self: Self;

  constructor(
    cluster: Cluster,
    object: KubeObject,
    self: Self,
    memory: { said: Said | null } = { said: null },
  ) {
    this.#cluster = cluster;
    this.#object = object;
    this.#self = self;
    this.#memory = memory;
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

  /** Lets the object go: takes our finalizer away and leaves those of others. */
  async release(): Promise<Result<KubeObject, KubeFailure>> {
    if (!this.hasFinalizer) return ok(this.#object);
    const finalizers = (this.#object.metadata.finalizers ?? []).filter((one) => one !== FINALIZER);
    return this.#adopt(await this.#cluster.patch(this.#object, { metadata: { finalizers } }));
  }

  /** Names this operator in the status, under lock, before anything is sent to the service for the
   *  object. Nothing is written where it is named. */
  async sign(): Promise<Result<KubeObject, KubeFailure>> {
    const isSigned = servedBy({ cluster: this.#cluster }, this.#object)?.name === this.#self.name;
    return isSigned ? ok(this.#object) : this.record({});
  }

  /** Takes the name of this operator off the status, with what else is written: another one may
   *  serve the object from now on. */
  async letGo(status: Members = {}): Promise<Result<KubeObject, KubeFailure>> {
    return this.#send(storedForm({ ...status, operator: { name: null, class: null } }));
  }

  /** Records in the status what must not be done twice, under the lock of the copy that this pass
   *  began from: who wrote in between may have done it. Fails where the API server accepts the
   *  record and does not keep it: definitions of another version drop what they do not know. */
  async record(status: Members): Promise<Result<KubeObject, KubeFailure>> {
    const before = membersOf(this.#object.status);
    const signed = this.#signed(status);
    const written = await this.#write(signed);
    const lost = written.ok ? unkept(before, signed, membersOf(written.value.status)) : [];
    if (lost.length === 0) return written;
    const members = lost.map((member) => `status.${placeOf(member)}`).join(' and ');
    const detail = `the definition of ${this.#object.kind} does not keep ${members}; apply the definitions of this version of the operator`;
    return fail({ code: 'Unwritable', detail });
  }

  /** Puts back the status that was written last, where another writer changed it since. */
  async restore(): Promise<Result<KubeObject, KubeFailure>> {
    const { said } = this.#memory;
    if (said === null || !isSpoilt(this.#object, said)) return ok(this.#object);
    return this.#send(
      this.#signed(
        asRecord(mergePatch(asRecord(this.#object.status), trusted(this.#object, said))),
      ),
    );
  }

  /** Writes members of the status. Where the API server refuses them, because they are too large
   *  for example, it writes those that must not be lost, and fails all the same. */
  async report(status: Members): Promise<Result<KubeObject, KubeFailure>> {
    const written = await this.#insist(status);
    if (written.ok || written.failure.code !== 'Unwritable') return written;
    const least = await this.#insist(leastOf(status));
    return least.ok ? written : least;
  }

  /** On Conflict the object is read again and the same members are
   *  written onto it, unless it is another object by now; what another writer made of the status in
   *  between is put back first. */
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
      if (
        !this.#isOthers &&
        otherOperator({ self: this.#self, cluster: this.#cluster }, fresh.value) !== null
      )
        return written;
      this.#object = fresh.value;
      const restored = await this.restore();
      if (!restored.ok && restored.failure.code !== 'Conflict') return restored;
    }
  }

  get #isOthers(): boolean {
    return otherOperator({ self: this.#self, cluster: this.#cluster }, this.#object) !== null;
  }

  /** Every write of the status names its operator: another one that reads it, or loses the race for
   *  it, does nothing for the object. */
  #signed(status: Members): Members {
    if (this.#isOthers) return status;
    const { operator } = asRecord(applyPatch(asRecord(this.#object.status), status));
    if (asRecord(operator)['name'] === this.#self.name) return status;
    return {
      ...status,
      operator: { class: null, ...asRecord(status['operator']), ...signature(this.#self) },
    };
  }

  async #write(status: Members): Promise<Result<KubeObject, KubeFailure>> {
    const stored = storedForm(status);
    const written = await this.#send(stored);
    if (!written.ok && written.failure.code === 'Unreachable')
      this.#memory.said = saidInVain(this.#object, stored);
    return written;
  }

  async #send(status: Members): Promise<Result<KubeObject, KubeFailure>> {
    return this.#adopt(await this.#cluster.patchStatus(this.#object, status));
  }

  #adopt(result: Result<KubeObject, KubeFailure>): Result<KubeObject, KubeFailure> {
    if (result.ok) {
      if (result.value.metadata.resourceVersion !== this.#object.metadata.resourceVersion)
        this.#writes++;
      this.#object = result.value;
      this.#memory.said = saidIn(result.value);
    }
    return result;
  }
}

/** What must not be lost of a status, without what takes the most room. */
const leastOf = (status: Members): Members => ({
  ...Object.fromEntries(Object.entries(status).filter(([member]) => LEAST.includes(member))),
  plan: null,
  drift: null,
});
