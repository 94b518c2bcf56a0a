import type { AnyKind } from '../../model/kind.ts';
import { type ObjectKey, parseKey } from '../../model/object-key.ts';
import type { Alarm } from '../ports/alarm.ts';
import { AFTER_BUG_MS, bugOf } from '../term/bug-recheck.ts';
import { type Environment, forgetObject } from '../term/environment.ts';
import { concerns } from '../term/operator-identity.ts';
import type { Activity } from './activity.ts';
import { causeOf, type Found, findDue } from './due-object.ts';
import { PassQueue } from './pass-queue.ts';
import { Room } from './room.ts';
import { rotation } from './rotation.ts';
import { runPass } from './run-pass.ts';
import type { Due } from './schedule.ts';
import { Workers } from './workers.ts';

/** Reconciles one kind: runs passes over the due objects, and requeues them. */
export class Controller {
  readonly queue: PassQueue;
  readonly #env: Environment;
  readonly #kind: AnyKind;
  readonly #workers: Workers;
  readonly #room = new Room();

  constructor(env: Environment, kind: AnyKind, alarm: (ring: () => void) => Alarm) {
    this.#env = env;
    this.#kind = kind;
    this.queue = new PassQueue(env.clock, () => this.#workers.added());
    const { schedule } = this.queue;
    const begin = (due: Due<ObjectKey>): Promise<void> | null => this.#begin(due);
    this.#workers = new Workers(
      { clock: env.clock, schedule, most: env.settings.workers, begin },
      alarm,
    );
  }

  get kind(): string {
    return this.#kind.kind;
  }

  get activity(): Activity {
    return this.#workers.activity;
  }

  /** Starts passes. */
  start(): void {
    this.#workers.start();
  }

  /** Starts no new pass; resolves when the passes in flight have ended. */
  stop(): Promise<void> {
    return this.#workers.stop();
  }

  /** Starts a pass; null while it would need too much memory beside the running ones. */
  #begin(due: Due<ObjectKey>): Promise<void> | null {
    const found = findDue(this.#env.cluster, due.key);
    if (!this.#room.take(found.size)) return null;
    return this.#run(due, found)
      .catch((error: unknown) => this.#broke(due.key, error))
      .finally(() => this.#room.leave(found.size));
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
