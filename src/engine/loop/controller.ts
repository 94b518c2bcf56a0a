import type { AnyKind } from '../../model/kind.ts';
import { type ObjectKey, parseKey } from '../../model/object-key.ts';
import type { Alarm } from '../ports/alarm.ts';
import { AFTER_BUG_MS, bugOf } from '../term/bug-recheck.ts';
import { type Environment, forgetObject } from '../term/environment.ts';
import { concerns } from '../term/operator-identity.ts';
import { type Activity, activityAt } from './activity.ts';
import { causeOf, type Found, findDue } from './due-object.ts';
import { PassQueue } from './pass-queue.ts';
import { Room } from './room.ts';
import { rotation } from './rotation.ts';
import { runPass } from './run-pass.ts';
import type { Due } from './schedule.ts';
import { Slice } from './time-slice.ts';

/** Reconciles one kind: takes due keys from its schedule, runs passes concurrently, and requeues
 *  them. The schedule uses the steady clock: a change of the wall clock delays no object. */
export class Controller {
  readonly queue: PassQueue;
  readonly #env: Environment;
  readonly #kind: AnyKind;
  readonly #alarm: Alarm;
  /** Passes in flight, with their start times. */
  readonly #running = new Map<Promise<void>, number>();
  readonly #slice: Slice;
  readonly #room = new Room();
  /** True while no pass may begin before the alarm fires, to yield the event loop. */
  #resting = false;
  /** True while the next pass waits for the end of a running one: together they would need too much
   *  memory. */
  #isFull = false;
  #open = false;

  constructor(env: Environment, kind: AnyKind, alarm: (ring: () => void) => Alarm) {
    this.#env = env;
    this.#kind = kind;
    this.#slice = new Slice(env.clock);
    this.queue = new PassQueue(env.clock, () => this.#added());
    this.#alarm = alarm(() => this.#rung());
  }

  get kind(): string {
    return this.#kind.kind;
  }

  get activity(): Activity {
    const due = this.#isFree ? this.queue.schedule.nextAt() : undefined;
    const now = this.#env.clock.elapsed();
    const { active } = this.queue.schedule;
    return activityAt(
      now,
      { depth: this.queue.schedule.depth(now), active, due },
      this.#running.values(),
    );
  }

  /** True if a pass may start. */
  get #isFree(): boolean {
    return this.#open && !this.#isFull && this.#running.size < this.#env.settings.workers;
  }

  /** Starts passes. */
  start(): void {
    this.#open = true;
    this.#rung();
  }

  /** Starts no new pass; resolves when the passes in flight have ended. */
  async stop(): Promise<void> {
    this.#open = false;
    this.#alarm.set(undefined);
    await Promise.all(this.#running.keys());
  }

  #added(): void {
    if (this.#running.size === 0) this.#slice.begin();
    if (this.#open) this.#turn();
  }

  #rung(): void {
    this.#resting = false;
    this.#slice.begin();
    this.#turn();
  }

  /** Starts every due pass for which a worker is free, then sets the alarm for the next one.
   *  Without a pause, thousands of passes that wait for nothing would block the event loop. */
  #turn(): void {
    if (this.#resting) return;
    this.#isFull = false;
    while (this.#open && this.#running.size < this.#env.settings.workers) {
      const now = this.#env.clock.elapsed();
      this.#resting =
        this.#slice.isOver() && (this.queue.schedule.nextAt() ?? Number.POSITIVE_INFINITY) <= now;
      const due = this.#resting ? undefined : this.queue.schedule.take(now);
      if (due === undefined) break;
      const found = findDue(this.#env.cluster, due.key);
      this.#isFull = !this.#room.take(found.size);
      if (this.#isFull) {
        this.queue.schedule.putBack(due, now);
        break;
      }
      const run = this.#run(due, found).catch((error: unknown) => this.#broke(due.key, error));
      const ended = run.finally(() => {
        this.#running.delete(ended);
        this.#room.leave(found.size);
        this.#turn();
      });
      this.#running.set(ended, now);
    }
    this.#alarm.set(this.#isFree ? this.queue.schedule.nextAt() : undefined);
  }

  /** Handles a bug outside a pass: it ends neither the process nor the reconciliation of the
   *  object. */
  #broke(key: ObjectKey, error: unknown): void {
    this.#env.telemetry.pass(bugOf(parseKey(key), error));
    this.queue.schedule.done(key);
    this.queue.schedule.add(key, this.#env.clock.elapsed() + AFTER_BUG_MS, 'repair');
  }

  async #run({ key, urgency, waitedMs }: Due<ObjectKey>, found: Found): Promise<void> {
    if ('error' in found) throw found.error;
    const name = parseKey(key);
    const { object } = found;
    if (object === undefined || !concerns(this.#env, object)) {
      this.queue.schedule.done(key);
      this.queue.forget(key);
      return;
    }
    const cause = causeOf(urgency, name.namespace);
    const again = await runPass(
      this.#env,
      this.#kind,
      object,
      this.queue.memory(key),
      cause,
      waitedMs,
    );
    const newest = this.#env.cluster.get(name);
    if (newest?.metadata.uid !== object.metadata.uid) forgetObject(this.#env, object);
    this.queue.schedule.done(key);
    if (newest !== undefined && newest.metadata.resourceVersion !== object.metadata.resourceVersion)
      this.queue.restoreSpoilt(key, newest);
    const next =
      again ?? rotation(this.queue.size, this.queue.memory(key).detailReads, this.#env.random());
    this.queue.add(key, next.urgency, next.inMs);
  }
}
