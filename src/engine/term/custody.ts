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

/** The Secret that serves a namespace when an object names none. */
export const DEFAULT_SECRET = 'cloudinfra-credentials';

/** The name of the Secret whose credential an object uses, whether it is there or not. */
function credentialNameOf(object: KubeObject): string {
  const { name } = asRecord(asRecord(object.spec)['credentialsRef']);
  return typeof name === 'string' ? name : DEFAULT_SECRET;
}

/** The Secrets in custody are looked through this often while there are any, and this soon after
 *  something that may end it. */
const ROUND_MS = 30_000;
const SOON_MS = 1_000;

/** Keeps the Secrets of credentials as long as an object needs them to go in order, by our
 *  finalizer on them. A Secret that is deleted is let go at once, unless its namespace goes with it
 *  or an object that uses it is going: whoever replaces a Secret must not wait for us. */
export class Custody {
  readonly #cluster: Cluster;
  readonly #self: Self;
  readonly #marks: CustodyMarks;
  readonly #kinds: readonly string[];
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  /** Takings that are under way, by the uid of the Secret: many objects begin at once. */
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

  /** Begins with a look at what a process before this one left. */
  start(): void {
    this.#open = true;
    this.lookSoon();
  }

  /** Resolves when the round under way has ended. */
  async stop(): Promise<void> {
    this.#open = false;
    this.#alarm.set(undefined);
    await this.#round;
  }

  /** An object or a Secret went, or is to go: a Secret may be needed no longer. */
  lookSoon(): void {
    if (this.#open) this.#alarm.set(this.#clock.elapsed() + SOON_MS);
  }

  /** Puts a Secret that an object is about to use into custody; one that is being deleted is not
   *  taken any more. */
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

  /** Lets go what nobody needs, and marks again what somebody else took our label off: the next
   *  process finds it by that. @returns how many are in custody, as far as one can tell; null when
   *  one cannot: they are looked through again */
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

  /** Who loses the race for the Secret finds it in the next round. */
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

  /** The objects of this operator that use a Secret and still stand, or are held by us. */
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

/** The patch that lets a Secret go. */
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

/** Whether a Secret carries the finalizer of these marks. */
export const isHeld = ({ finalizers }: SecretMetadata, { finalizer }: CustodyMarks): boolean =>
  finalizers.includes(finalizer);
const isGoing = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;
