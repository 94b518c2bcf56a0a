import { formatKey, type ObjectKey, parseKey } from '../model/object-key.ts';
import { OPERATION } from '../model/operation.ts';
import { asksForPass, face } from './loop/changes.ts';
import type { PassQueue } from './loop/pass-queue.ts';
import type { Urgency } from './loop/schedule.ts';
import { takeExistingClaims } from './observe/existing-claims.ts';
import type { OperationsController } from './operations/operations-controller.ts';
import { noteHint } from './pass/memory.ts';
import { nameOf } from './pass/subject.ts';
import type { CloudChange } from './ports/cloud.ts';
import type { KubeObject, ObjectName } from './ports/cluster.ts';
import type { Custody } from './term/custody.ts';
import { type Environment, forgetObject } from './term/environment.ts';
import { concerns } from './term/operator-identity.ts';

/** The receivers of changes. */
interface Sinks {
  /** Returns the queue of a kind; undefined for a kind that has no passes. */
  readonly queueOf: (kind: string) => PassQueue | undefined;
  readonly operations: Pick<OperationsController, 'onTarget' | 'onChange'>;
  readonly custody: Pick<Custody, 'lookSoon'>;
}

/** Turns changes in the cluster and in accounts into passes over the objects that they concern. */
export class Dispatcher {
  readonly #env: Environment;
  readonly #sinks: Sinks;

  constructor(env: Environment, sinks: Sinks) {
    this.#env = env;
    this.#sinks = sinks;
  }

  /** Handles an object that appeared (`before` undefined), changed, or was deleted (`after`
   *  undefined). */
  onObject(before: KubeObject | undefined, after: KubeObject | undefined): void {
    const object = after ?? before;
    if (object === undefined) return;
    if (object.kind === OPERATION.kind) return this.onOperation(before, after);
    const name = nameOf(object);
    const key = formatKey(name);
    this.#sinks.operations.onTarget(before, after);
    if (after === undefined)
      for (const referent of this.#env.dependents.watchedBy(key))
        this.wake(formatKey(referent), 'completion');
    if (before !== undefined && before.metadata.uid !== after?.metadata.uid) this.#forget(before);
    const isOurs = after !== undefined && concerns(this.#env, after);
    if (after !== undefined && !isOurs) this.#leave(after);
    if (after?.metadata.deletionTimestamp !== before?.metadata.deletionTimestamp)
      this.#sinks.custody.lookSoon();
    if (isOurs) this.#onOurs(key, before, after);
    if (after !== undefined) this.#env.usedCredentials.note(after);
    this.#wakeDependents(key, before, after);
  }

  #wakeDependents(
    key: ObjectKey,
    before: KubeObject | undefined,
    after: KubeObject | undefined,
  ): void {
    const { dependents, clock } = this.#env;
    const labels = [before?.metadata.labels ?? {}, after?.metadata.labels ?? {}];
    const woken = dependents.of(parseKey(key), labels);
    if (after === undefined) dependents.forgetChanges(key);
    if (woken.length === 0 || face(before) === face(after)) return;
    const inMs = after === undefined ? 0 : dependents.wakeInMs(key, clock.elapsed());
    for (const dependent of woken) this.wake(dependent, 'completion', inMs);
  }

  /** Handles an object of this operator that appeared or changed. A deletion never waits for the
   *  limit on constant changes. */
  #onOurs(key: ObjectKey, before: KubeObject | undefined, after: KubeObject): void {
    const queue = this.#queueOf(after);
    const { uid, deletionTimestamp } = before?.metadata ?? {};
    if (uid !== after.metadata.uid || deletionTimestamp !== after.metadata.deletionTimestamp)
      queue?.addNow(key);
    else if (asksForPass(before, after)) queue?.readAgain(key, 'object');
    queue?.restoreSpoilt(key, after);
  }

  /** Handles an Operation that appeared, changed or was deleted. */
  onOperation(before: KubeObject | undefined, after: KubeObject | undefined): void {
    const target = this.#sinks.operations.onChange(before, after);
    const there = target === null ? undefined : this.#env.cluster.get(target);
    if (there !== undefined && concerns(this.#env, there))
      this.#queueOf(there)?.readAgain(formatKey(nameOf(there)), 'object');
  }

  /** Handles items that changed, appeared or vanished in an account. */
  onCloudChange(change: CloudChange): void {
    for (const key of this.#env.owners.of(change)) {
      if (change.hint) this.look(key);
      else this.wake(key, 'repair');
    }
  }

  /** Handles a changed Secret: its readers read it again. */
  onSecret(readers: readonly ObjectName[]): void {
    for (const reader of readers) this.#queueOf(reader)?.readAgain(formatKey(reader), 'Secret');
    this.#sinks.custody.lookSoon();
  }

  #queueOf({ kind }: { readonly kind: string }): PassQueue | undefined {
    return this.#sinks.queueOf(kind);
  }

  /** Queues a pass that reads the item. */
  look(key: ObjectKey): void {
    const queue = this.#queueOf(parseKey(key));
    if (queue !== undefined) noteHint(queue.memory(key), this.#env.clock.now());
    queue?.add(key, 'repair');
  }

  /** Queues a pass over an object. */
  wake(key: ObjectKey, urgency: Urgency, inMs = 0): void {
    this.#queueOf(parseKey(key))?.add(key, urgency, inMs);
  }

  /** Releases an object that another operator serves. Its claim keeps its item from other
   *  objects of this operator. */
  #leave(object: KubeObject): void {
    this.#forget(object);
    takeExistingClaims(this.#env.claims, this.#env.kinds, object);
  }

  #forget(object: KubeObject): void {
    this.#queueOf(object)?.forget(formatKey(nameOf(object)));
    forgetObject(this.#env, object);
  }
}
