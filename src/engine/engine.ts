import type { AnyKind } from '../model/kind.ts';
import { formatKey, type ObjectKey, parseKey } from '../model/object-key.ts';
import { OPERATION } from '../model/operation.ts';
import type { Activity } from './loop/activity.ts';
import { asksForPass, face, isAtRest } from './loop/changes.ts';
import { Controller } from './loop/controller.ts';
import type { PassQueue } from './loop/pass-queue.ts';
import type { Urgency } from './loop/schedule.ts';
import { Slice } from './loop/time-slice.ts';
import { oldestFirst, recordExisting, takeExistingClaims } from './observe/existing-claims.ts';
import { OperationsController } from './operations/operations-controller.ts';
import { noteHint } from './pass/memory.ts';
import { nameOf } from './pass/subject.ts';
import type { Alarm } from './ports/alarm.ts';
import type { CloudChange } from './ports/cloud.ts';
import type { KubeObject, ObjectName } from './ports/cluster.ts';
import type { BrakeGauge } from './ports/telemetry.ts';
import { Brake } from './term/brake.ts';
import { brakeGauges } from './term/brake-gauges.ts';
import { Custody } from './term/custody.ts';
import { type Environment, forgetObject, newShared, type Shared } from './term/environment.ts';
import { concerns } from './term/operator-identity.ts';

/** Runs all controllers and their shared state for one term of leadership. Two informers, the
 *  Kubernetes watch and the cloud inventory, feed their schedules. */
export class Engine {
  readonly #env: Environment;
  readonly #custody: Custody;
  readonly #controllers: ReadonlyMap<string, Controller>;
  readonly #operations: OperationsController;
  readonly #alarm: (ring: () => void) => Alarm;
  #beginning = Promise.resolve();
  #ended = false;

  constructor(
    kinds: readonly AnyKind[],
    outside: Omit<Environment, 'kinds' | 'brake' | 'custody' | keyof Shared>,
    alarm: (ring: () => void) => Alarm,
  ) {
    const brake = new Brake(outside.cluster, outside.settings.brake, outside.self.class);
    const names = kinds.map(({ kind }) => kind);
    this.#custody = new Custody(outside, names, alarm);
    this.#env = {
      ...outside,
      kinds,
      brake,
      custody: this.#custody,
      ...newShared((name) => this.#look(formatKey(name))),
    };
    this.#operations = new OperationsController(this.#env, alarm);
    this.#alarm = alarm;
    this.#controllers = new Map(
      kinds.map((kind) => [kind.kind, new Controller(this.#env, kind, alarm)]),
    );
  }

  /** Starts after every store has synced: takes existing claims, oldest first, then queues every
   *  object, idle ones last. */
  start(): void {
    this.#beginning = this.#begin();
  }

  /** Yields the event loop between slices of thousands of objects. An object may change or be
   *  deleted meanwhile. */
  async #begin(): Promise<void> {
    const { cluster, clock } = this.#env;
    const slice = new Slice(clock);
    for (const operation of cluster.all(OPERATION.kind)) this.#onOperation(undefined, operation);
    for (const listed of oldestFirst(
      [...this.#controllers.keys()].flatMap((kind) => cluster.all(kind)),
    )) {
      if (slice.isOver()) await slice.rest(this.#alarm);
      if (this.#ended) return;
      const object = cluster.get(nameOf(listed));
      if (object?.metadata.uid !== listed.metadata.uid) continue;
      recordExisting(this.#env, object);
      if (concerns(this.#env, object))
        this.#wake(formatKey(nameOf(object)), isAtRest(object) ? 'repair' : 'user');
    }
    for (const controller of this.#controllers.values()) controller.start();
    this.#operations.start();
    this.#custody.start();
  }

  /** Starts no new pass; resolves when the passes in flight have ended. */
  async stop(): Promise<void> {
    this.#ended = true;
    await this.#beginning;
    await Promise.all([
      this.#custody.stop(),
      this.#operations.stop(),
      ...[...this.#controllers.values()].map((controller) => controller.stop()),
    ]);
  }

  activity(): ReadonlyMap<string, Activity> {
    return new Map([...this.#controllers].map(([kind, controller]) => [kind, controller.activity]));
  }

  /** Handles an object that appeared (`before` undefined), changed, or was deleted (`after`
   *  undefined). */
  onObject(before: KubeObject | undefined, after: KubeObject | undefined): void {
    const object = after ?? before;
    if (object === undefined) return;
    if (object.kind === OPERATION.kind) return this.#onOperation(before, after);
    const name = nameOf(object);
    const key = formatKey(name);
    this.#operations.onTarget(before, after);
    if (after === undefined)
      for (const referent of this.#env.dependents.watchedBy(key))
        this.#wake(formatKey(referent), 'completion');
    if (before !== undefined && before.metadata.uid !== after?.metadata.uid) this.#forget(before);
    const isOurs = after !== undefined && concerns(this.#env, after);
    if (after !== undefined && !isOurs) this.#leave(after);
    if (after?.metadata.deletionTimestamp !== before?.metadata.deletionTimestamp)
      this.#custody.lookSoon();
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
    for (const dependent of woken) this.#wake(dependent, 'completion', inMs);
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

  #onOperation(before: KubeObject | undefined, after: KubeObject | undefined): void {
    const target = this.#operations.onChange(before, after);
    const there = target === null ? undefined : this.#env.cluster.get(target);
    if (there !== undefined && concerns(this.#env, there))
      this.#queueOf(there)?.readAgain(formatKey(nameOf(there)), 'object');
  }

  /** Handles items that changed, appeared or vanished in an account. */
  onCloudChange(change: CloudChange): void {
    for (const key of this.#env.owners.of(change)) {
      if (change.hint) this.#look(key);
      else this.#wake(key, 'repair');
    }
  }

  /** Handles a changed Secret: its readers read it again. */
  onSecret(readers: readonly ObjectName[]): void {
    for (const reader of readers) this.#queueOf(reader)?.readAgain(formatKey(reader), 'Secret');
    this.#custody.lookSoon();
  }

  /** Returns the use of the brake's limits by account and kind. */
  brakes(): readonly BrakeGauge[] {
    return brakeGauges(this.#env);
  }

  #queueOf({ kind }: { readonly kind: string }): PassQueue | undefined {
    return this.#controllers.get(kind)?.queue;
  }

  #look(key: ObjectKey): void {
    const queue = this.#queueOf(parseKey(key));
    if (queue !== undefined) noteHint(queue.memory(key), this.#env.clock.now());
    queue?.add(key, 'repair');
  }

  #wake(key: ObjectKey, urgency: Urgency, inMs = 0): void {
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
