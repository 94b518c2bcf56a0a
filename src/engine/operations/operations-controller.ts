import { type ObjectKey, parseKey } from '../../model/object-key.ts';
import { Schedule } from '../loop/schedule.ts';
import type { Alarm } from '../ports/alarm.ts';
import { AFTER_BUG_MS, bugOf } from '../term/bug-recheck.ts';
import type { Environment } from '../term/environment.ts';
import { type Tended, tend } from './tend.ts';

/** Number of Operations that are reconciled at the same time. */
const WORKERS = 20;

/** Maintains the status of each Operation. The passes over the targets perform the Operations. */
export class OperationsController {
  readonly #env: Tended & Pick<Environment, 'telemetry'>;
  readonly #schedule = new Schedule<ObjectKey>();
  readonly #running = new Set<Promise<void>>();
  readonly #alarm: Alarm;
  #open = false;

  constructor(env: Tended & Pick<Environment, 'telemetry'>, alarm: (ring: () => void) => Alarm) {
    this.#env = env;
    this.#alarm = alarm(() => this.#turn());
  }

  /** Queues an Operation, now or after a delay (milliseconds). */
  enqueue(key: ObjectKey, inMs = 0): void {
    this.#schedule.add(key, this.#env.clock.elapsed() + inMs, 'user');
    if (this.#open) this.#turn();
  }

  /** Removes a deleted Operation. */
  forget(key: ObjectKey): void {
    this.#schedule.forget(key);
  }

  start(): void {
    this.#open = true;
    this.#turn();
  }

  /** Starts no new reconciliation; resolves when those in flight have ended. */
  async stop(): Promise<void> {
    this.#open = false;
    this.#alarm.set(undefined);
    await Promise.all(this.#running);
  }

  #turn(): void {
    while (this.#open && this.#running.size < WORKERS) {
      const due = this.#schedule.take(this.#env.clock.elapsed());
      if (due === undefined) break;
      const run = this.#look(due.key).finally(() => {
        this.#running.delete(run);
        this.#turn();
      });
      this.#running.add(run);
    }
    const isFree = this.#open && this.#running.size < WORKERS;
    this.#alarm.set(isFree ? this.#schedule.nextAt() : undefined);
  }

  async #look(key: ObjectKey): Promise<void> {
    const object = this.#env.cluster.get(parseKey(key));
    const again =
      object === undefined
        ? null
        : await tend(this.#env, object).catch((error: unknown) => {
            this.#env.telemetry.pass(bugOf(parseKey(key), error));
            return AFTER_BUG_MS;
          });
    this.#schedule.done(key);
    if (again !== null) this.#schedule.add(key, this.#env.clock.elapsed() + again, 'user');
  }
}
