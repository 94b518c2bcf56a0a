import type { ObjectKey } from '../../model/object-key.ts';
import type { Alarm } from '../ports/alarm.ts';
import type { Clock } from '../ports/cloud.ts';
import { type Activity, activityAt } from './activity.ts';
import type { Due, Schedule } from './schedule.ts';
import { Slice } from './time-slice.ts';

export interface WorkersOptions {
  readonly clock: Clock;
  readonly schedule: Schedule<ObjectKey>;
  /** Most reconciliations at the same time. */
  readonly most: number;
  /** Starts the reconciliation of a due key; null while it has to wait for the end of another one.
   *  The promise never rejects. */
  readonly begin: (due: Due<ObjectKey>) => Promise<void> | null;
}

/** Reconciles the due keys of a schedule concurrently. The schedule uses the steady clock: a change
 *  of the wall clock delays no object. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #alarm: Alarm;
  readonly #slice: Slice;
  /** Reconciliations in flight, with their start times. */
  readonly #running = new Map<Promise<void>, number>();
  /** True while no reconciliation may begin before the alarm fires, to yield the event loop. */
  #resting = false;
  /** True while the next reconciliation waits for the end of a running one. */
  #isFull = false;
  #open = false;

  constructor(options: WorkersOptions, alarm: (ring: () => void) => Alarm) {
    this.#options = options;
    this.#slice = new Slice(options.clock);
    this.#alarm = alarm(() => this.#rung());
  }

  get activity(): Activity {
    const { clock, schedule } = this.#options;
    const now = clock.elapsed();
    const due = this.#isFree ? schedule.nextAt() : undefined;
    const depth = schedule.depth(now);
    return activityAt(now, { depth, active: schedule.active, due }, this.#running.values());
  }

  /** True if a reconciliation may start. */
  get #isFree(): boolean {
    return this.#open && !this.#isFull && this.#running.size < this.#options.most;
  }

  /** Starts reconciliations. */
  start(): void {
    this.#open = true;
    this.#rung();
  }

  /** Starts no new reconciliation; resolves when those in flight have ended. */
  async stop(): Promise<void> {
    this.#open = false;
    this.#alarm.set(undefined);
    await Promise.all(this.#running.keys());
  }

  /** Handles an addition to the schedule. */
  added(): void {
    if (this.#running.size === 0) this.#slice.begin();
    if (this.#open) this.#turn();
  }

  #rung(): void {
    this.#resting = false;
    this.#slice.begin();
    this.#turn();
  }

  /** Starts the due reconciliations, then sets the alarm for the next one. Without a pause,
   *  thousands of them that wait for nothing would block the event loop. */
  #turn(): void {
    if (this.#resting) return;
    const { clock, schedule, begin, most } = this.#options;
    this.#isFull = false;
    while (this.#open && this.#running.size < most) {
      const now = clock.elapsed();
      this.#resting =
        this.#slice.isOver() && (schedule.nextAt() ?? Number.POSITIVE_INFINITY) <= now;
      const due = this.#resting ? undefined : schedule.take(now);
      if (due === undefined) break;
      const run = begin(due);
      if (run === null) {
        this.#isFull = true;
        schedule.putBack(due, now);
        break;
      }
      const ended = run.finally(() => {
        this.#running.delete(ended);
        this.#turn();
      });
      this.#running.set(ended, now);
    }
    this.#alarm.set(this.#isFree ? schedule.nextAt() : undefined);
  }
}
