import { ok, type Result } from '../../model/failure.ts';
import { type CustodyMarks, custodyMarks, FINALIZER } from '../../model/group.ts';
import { secretTitle } from '../../model/object-key.ts';
import { asRecord } from '../../model/parse.ts';
import type { Alarm } from '../ports/alarm.ts';
import type { Clock } from '../ports/cloud.ts';
import type {
  Cluster,
  KubeFailure,
  KubeObject,
  SecretMetadata,
  SecretRecord,
} from '../ports/cluster.ts';
import { concerns, type Self } from './operator-identity.ts';

/** Default Secret of a namespace, for objects that name none. */
export const DEFAULT_SECRET = 'cloudinfra-credentials';

/** Returns the name of the Secret whose credential an object uses, whether or not it exists. */
function credentialNameOf(object: KubeObject): string {
  const { name } = asRecord(asRecord(object.spec)['credentialsRef']);
  return typeof name === 'string' ? name : DEFAULT_SECRET;
}

/** Interval between rounds while Secrets are in custody, and the delay after a change that may end
 *  custody. */
const ROUND_MS = 30_000;
const SOON_MS = 1_000;

/** Keeps the Secrets of credentials until the objects that use them are deleted, by a finalizer. A
 *  deleted Secret is released at once, unless its namespace is deleted too or an object that uses
 *  it is being deleted: replacing a Secret must not wait for the operator. */
export class Custody {
  readonly #cluster: Cluster;
  readonly #self: Self;
  readonly #marks: CustodyMarks;
  readonly #kinds: readonly string[];
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  /** Requests in flight that add the finalizer, by the uid of the Secret: many objects start at
   *  once. */
  readonly #taking = new Map<string, Promise<Result<SecretRecord, KubeFailure>>>();
  #round: Promise<void> | null = null;
  #open = false;

  constructor(
    {
      cluster,
      self,
      clock,
    }: { readonly cluster: Cluster; readonly self: Self; readonly clock: Clock },
    kinds: readonly string[],
    alarm: (ring: () => void) => Alarm,
  ) {
    this.#cluster = cluster;
    this.#self = self;
    this.#marks = custodyMarks(self.class);
    this.#kinds = kinds;
    this.#clock = clock;
    this.#alarm = alarm(() => this.#turn());
  }

  /** Starts with a round over the Secrets that a previous process held. */
  start(): void {
    this.#open = true;
    this.lookSoon();
  }

  /** Resolves when the current round ends. */
  async stop(): Promise<void> {
    this.#open = false;
    this.#alarm.set(undefined);
    await this.#round;
  }

  /** Schedules a round soon: a deleted object or Secret may end custody of a Secret. */
  lookSoon(): void {
    if (this.#open) this.#alarm.set(this.#clock.elapsed() + SOON_MS);
  }

  /** Takes a Secret into custody before an object uses it. A Secret that is being deleted is not
   *  taken. */
  async take(secret: SecretRecord): Promise<Result<SecretRecord, KubeFailure>> {
    if (isHeld(secret, this.#marks) ? isMarked(secret, this.#marks) : secret.deleting)
      return ok(secret);
    const taking = this.#taking.get(secret.uid) ?? this.#take(secret);
    this.#taking.set(secret.uid, taking);
    const taken = await taking;
    this.#taking.delete(secret.uid);
    return taken;
  }

  async #take(secret: SecretRecord): Promise<Result<SecretRecord, KubeFailure>> {
    const finalizers = isHeld(secret, this.#marks)
      ? {}
      : { finalizers: [...secret.finalizers, this.#marks.finalizer] };
    const taken = await this.#cluster.patchSecret(secret, {
      metadata: { ...finalizers, ...markOf(this.#marks) },
    });
    this.lookSoon();
    return taken;
  }

  #turn(): void {
    this.#round ??= this.#goRound();
  }

  async #goRound(): Promise<void> {
    const held = await this.#lookThrough();
    this.#round = null;
    if (this.#open && held !== 0) this.#alarm.set(this.#clock.elapsed() + ROUND_MS);
  }

  /** Releases the Secrets that no object needs, and restores a removed label, by which the next
   *  process finds a Secret. @returns the number of Secrets in custody, as far as known; null on a
   *  failure: the round is repeated */
  async #lookThrough(): Promise<number | null> {
    const held = await this.#cluster.heldSecrets(this.#marks);
    if (!held.ok) return null;
    for (const secret of held.value.filter((one) => isHeld(one, this.#marks))) {
      if (!this.#isNeeded(secret)) await this.#letGo(secret);
      else if (!isMarked(secret, this.#marks))
        await this.#cluster.patchSecret(secret, { metadata: markOf(this.#marks) });
    }
    return held.value.length;
  }

  /** On a conflict, the next round retries. */
  async #letGo(secret: SecretMetadata): Promise<void> {
    const [user] = this.#usersOf(secret);
    const freed = await this.#cluster.patchSecret(secret, withoutFinalizer(secret, this.#marks));
    if (!freed.ok || user === undefined) return;
    const message = `${secretTitle(secret)}, whose credential this object uses, was deleted`;
    this.#cluster.emit(user, { type: 'Warning', reason: 'CredentialDeleted', message });
  }

  #isNeeded(secret: SecretMetadata): boolean {
    const users = this.#usersOf(secret);
    if (!secret.deleting) return users.length > 0;
    return (
      users.length > 0 &&
      (this.#cluster.namespaceTerminating(secret.namespace) || users.some(isGoing))
    );
  }

  /** Returns the objects of this operator that use a Secret and exist, or carry the operator's
   *  finalizer. */
  #usersOf({ namespace, name }: SecretMetadata): readonly KubeObject[] {
    return this.#kinds
      .flatMap((kind) => this.#cluster.list(kind, namespace))
      .filter(
        (object) =>
          concerns({ self: this.#self, cluster: this.#cluster }, object) &&
          credentialNameOf(object) === name &&
          (!isGoing(object) || object.metadata.finalizers?.includes(FINALIZER) === true),
      );
  }
}

/** Builds the patch that removes the finalizer and the label from a Secret. */
export const withoutFinalizer = (
  { finalizers }: SecretMetadata,
  { finalizer, label }: CustodyMarks,
): { readonly metadata: object } => ({
  metadata: {
    finalizers: finalizers.filter((one) => one !== finalizer),
    labels: { [label]: null },
  },
});

const markOf = ({ label }: CustodyMarks) => ({ labels: { [label]: 'true' } });
const isMarked = ({ labels }: SecretMetadata, { label }: CustodyMarks): boolean =>
  labels[label] !== undefined;

/** Reports whether a Secret carries the finalizer of these marks. */
export const isHeld = ({ finalizers }: SecretMetadata, { finalizer }: CustodyMarks): boolean =>
  finalizers.includes(finalizer);
const isGoing = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;
