import type { AnyKind } from '../model/kind.ts';
import { formatKey } from '../model/object-key.ts';
import { OPERATION } from '../model/operation.ts';
import { Dispatcher } from './dispatcher.ts';
import type { Activity } from './loop/activity.ts';
import { isAtRest } from './loop/changes.ts';
import { Controller } from './loop/controller.ts';
import { Slice } from './loop/time-slice.ts';
import { oldestFirst, recordExisting } from './observe/existing-claims.ts';
import { OperationsController } from './operations/operations-controller.ts';
import { nameOf } from './pass/subject.ts';
import type { Alarm } from './ports/alarm.ts';
import type { CloudChange } from './ports/cloud.ts';
import type { KubeObject, ObjectName } from './ports/cluster.ts';
import type { BrakeGauge } from './ports/telemetry.ts';
import { Brake } from './term/brake.ts';
import { brakeGauges } from './term/brake-gauges.ts';
import { Custody } from './term/custody.ts';
import { type Environment, newShared, type Shared } from './term/environment.ts';
import { concerns } from './term/operator-identity.ts';

/** Runs all controllers and their shared state for one term of leadership. Two informers, the
 *  Kubernetes watch and the cloud inventory, feed their schedules. */
export class Engine {
  readonly #env: Environment;
  readonly #custody: Custody;
  readonly #controllers: ReadonlyMap<string, Controller>;
  readonly #operations: OperationsController;
  readonly #dispatcher: Dispatcher;
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
      ...newShared((name) => this.#dispatcher.look(formatKey(name))),
    };
    this.#operations = new OperationsController(this.#env, alarm);
    this.#alarm = alarm;
    this.#controllers = new Map(
      kinds.map((kind) => [kind.kind, new Controller(this.#env, kind, alarm)]),
    );
    this.#dispatcher = new Dispatcher(this.#env, {
      queueOf: (kind) => this.#controllers.get(kind)?.queue,
      operations: this.#operations,
      custody: this.#custody,
    });
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
    for (const operation of cluster.all(OPERATION.kind))
      this.#dispatcher.onOperation(undefined, operation);
    for (const listed of oldestFirst(
      [...this.#controllers.keys()].flatMap((kind) => cluster.all(kind)),
    )) {
      if (slice.isOver()) await slice.rest(this.#alarm);
      if (this.#ended) return;
      const object = cluster.get(nameOf(listed));
      if (object?.metadata.uid !== listed.metadata.uid) continue;
      recordExisting(this.#env, object);
      if (concerns(this.#env, object))
        this.#dispatcher.wake(formatKey(nameOf(object)), isAtRest(object) ? 'repair' : 'user');
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

  /** Returns the activity of each controller, by kind. */
  activity(): ReadonlyMap<string, Activity> {
    return new Map<string, Activity>([
      ...[...this.#controllers].map(([kind, { activity }]) => [kind, activity] as const),
      [OPERATION.kind, this.#operations.activity],
    ]);
  }

  /** Handles an object that appeared (`before` undefined), changed, or was deleted (`after`
   *  undefined). */
  onObject(before: KubeObject | undefined, after: KubeObject | undefined): void {
    this.#dispatcher.onObject(before, after);
  }

  /** Handles items that changed, appeared or vanished in an account. */
  onCloudChange(change: CloudChange): void {
    this.#dispatcher.onCloudChange(change);
  }

  /** Handles a changed Secret: its readers read it again. */
  onSecret(readers: readonly ObjectName[]): void {
    this.#dispatcher.onSecret(readers);
  }

  /** Returns the use of the brake's limits by account and kind. */
  brakes(): readonly BrakeGauge[] {
    return brakeGauges(this.#env);
  }
}
