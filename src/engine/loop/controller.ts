import type { AnyKind } from '../../model/kind.ts';
import { type ObjectKey, parseKey } from '../../model/object-key.ts';
import { isSpoilt } from '../pass/last-written.ts';
import { type Memory, newMemory } from '../pass/memory.ts';
import type { Alarm } from '../ports/alarm.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { AFTER_BUG_MS, bugOf } from '../term/bug-recheck.ts';
import { type Environment, forgetObject } from '../term/environment.ts';
import { concerns } from '../term/operator-identity.ts';
import { type Activity, activityAt } from './activity.ts';
import { causeOf, type Found, findDue } from './due-object.ts';
import { readDelayMs, restoreDelayMs } from './restore.ts';
import { Room } from './room.ts';
import { rotation } from './rotation.ts';
import { runPass } from './run-pass.ts';
import { type Due, Schedule, type Urgency } from './schedule.ts';
import { Slice } from './time-slice.ts';

/** Reconciles one kind: takes due keys from its schedule, runs passes concurrently, and requeues
 *  them. The schedule uses the steady clock: a change of the wall clock delays no object. */
export class Controller {
  readonly #env: Environment;
  readonly #kind: AnyKind;
  readonly #schedule = new Schedule<ObjectKey>();
  readonly #memories = new Map<ObjectKey, Memory>();
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
    this.#alarm = alarm(() => this.#rung());
  }

  get kind(): string {
    return this.#kind.kind;
  }

  get activity(): Activity {
    const due = this.#isFree ? this.#schedule.nextAt() : undefined;
    const now = this.#env.clock.elapsed();
    const { active } = this.#schedule;
    return activityAt(
      now,
      { depth: this.#schedule.depth(now), active, due },
      this.#running.values(),
    );
  }

  /** True if a pass may start. */
  get #isFree(): boolean {
    return this.#open && !this.#isFull && this.#running.size < this.#env.settings.workers;
  }

  /** Returns the memory of an object; creates it on first use. */
  memory(key: ObjectKey): Memory {
    const known = this.#memories.get(key) ?? newMemory(this.#env.clock.now());
    this.#memories.set(key, known);
    return known;
  }

  /** Queues a pass over an object, now or after a delay. */
  enqueue(key: ObjectKey, urgency: Urgency, inMs = 0): void {
    this.memory(key);
    this.#schedule.add(key, this.#env.clock.elapsed() + inMs, urgency);
    if (this.#running.size === 0) this.#slice.begin();
    if (this.#open) this.#turn();
  }

  /** Queues a pass over an object whose status another writer changed. During a pass its own writes
   *  arrive too: its end checks them. */
  restoreSpoilt(key: ObjectKey, object: KubeObject): void {
    const memory = this.#memories.get(key);
    if (memory === undefined || memory.said === null || this.#schedule.isActive(key)) return;
    if (isSpoilt(object, memory.said))
      this.enqueue(key, 'user', restoreDelayMs(memory, this.#env.clock.elapsed()));
  }

  /** Queues a pass over an object after a change of one of its Secrets; limits the rate for a
   *  Secret that changes constantly. */
  readAgain(key: ObjectKey): void {
    const inMs = readDelayMs(this.memory(key), this.#env.clock.elapsed());
    if (inMs !== null) this.enqueue(key, 'user', inMs);
  }

  /** Removes a deleted object. */
  forget(key: ObjectKey): void {
    this.#schedule.forget(key);
    this.#memories.delete(key);
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
        this.#slice.isOver() && (this.#schedule.nextAt() ?? Number.POSITIVE_INFINITY) <= now;
      const due = this.#resting ? undefined : this.#schedule.take(now);
      if (due === undefined) break;
      const found = findDue(this.#env.cluster, due.key);
      this.#isFull = !this.#room.take(found.size);
      if (this.#isFull) {
        this.#schedule.putBack(due, now);
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
    this.#alarm.set(this.#isFree ? this.#schedule.nextAt() : undefined);
  }

  /** Handles a bug outside a pass: it ends neither the process nor the reconciliation of the
   *  object. */
  #broke(key: ObjectKey, error: unknown): void {
    this.#env.telemetry.pass(bugOf(parseKey(key), error));
    this.#schedule.done(key);
    this.#schedule.add(key, this.#env.clock.elapsed() + AFTER_BUG_MS, 'repair');
  }

  async #run({ key, urgency, waitedMs }: Due<ObjectKey>, found: Found): Promise<void> {
    if ('error' in found) throw found.error;
    const name = parseKey(key);
    const { object } = found;
    if (object === undefined || !concerns(this.#env, object)) {
      this.#schedule.done(key);
      this.forget(key);
      return;
    }
    const cause = causeOf(urgency, name.namespace);
    const again = await runPass(this.#env, this.#kind, object, this.memory(key), cause, waitedMs);
    const newest = this.#env.cluster.get(name);
    if (newest?.metadata.uid !== object.metadata.uid) forgetObject(this.#env, object);
    this.#schedule.done(key);
    if (newest !== undefined && newest.metadata.resourceVersion !== object.metadata.resourceVersion)
      this.restoreSpoilt(key, newest);
    const next =
      again ??
      rotation(this.#memories.size, this.#memories.get(key)?.detailReads ?? 0, this.#env.random());
    this.#schedule.add(key, this.#env.clock.elapsed() + next.inMs, next.urgency);
  }
}
