import { formatKey, type ObjectKey, parseKey } from '../../model/object-key.ts';
import { readStatus } from '../../model/status-layout.ts';
import type { Activity } from '../loop/activity.ts';
import { type Due, Schedule } from '../loop/schedule.ts';
import { Workers } from '../loop/workers.ts';
import { nameOf } from '../pass/subject.ts';
import type { Alarm } from '../ports/alarm.ts';
import type { KubeObject, ObjectName } from '../ports/cluster.ts';
import { AFTER_BUG_MS, bugOf } from '../term/bug-recheck.ts';
import type { Environment } from '../term/environment.ts';
import { isFinished, readOperation } from '../term/operation.ts';
import { concerns, otherOperator } from '../term/operator-identity.ts';
import { type OperationEnvironment, reconcileOperation } from './reconcile-operation.ts';

/** Number of Operations that are reconciled at the same time. */
export const OPERATION_WORKERS = 20;

/** Maintains the status of each Operation. The passes over the targets perform the Operations. */
export class OperationsController {
  readonly #env: OperationEnvironment & Pick<Environment, 'telemetry'>;
  readonly #schedule = new Schedule<ObjectKey>();
  readonly #workers: Workers;

  constructor(
    env: OperationEnvironment & Pick<Environment, 'telemetry'>,
    alarm: (ring: () => void) => Alarm,
  ) {
    this.#env = env;
    const begin = ({ key }: Due<ObjectKey>): Promise<void> => this.#look(key);
    this.#workers = new Workers(
      { clock: env.clock, schedule: this.#schedule, most: OPERATION_WORKERS, begin },
      alarm,
    );
  }

  /** Queues the Operations that a change of their target concerns: the oldest and those with a
   *  record in its status; all of them if the target appeared or disappeared, or if another
   *  operator took it over. */
  onTarget(before: KubeObject | undefined, after: KubeObject | undefined): void {
    const target = after ?? before;
    const open = target === undefined ? [] : this.#env.operations.on(nameOf(target));
    const [first] = open;
    if (first === undefined) return;
    const recorded = after === undefined ? {} : (readStatus(after.status).operations ?? {});
    const concerned =
      this.#lifeOf(before) === this.#lifeOf(after)
        ? open.filter((one) => one === first || Object.hasOwn(recorded, one.uid))
        : open;
    for (const one of concerned) this.#enqueue(one);
  }

  /** Queues an Operation that appeared (`before` undefined) or changed, and drops a deleted one
   *  (`after` undefined). @returns its target, if another Operation of the target may be due now,
   *  or if an open one was deleted: the status of the target may show its plan */
  onChange(before: KubeObject | undefined, after: KubeObject | undefined): ObjectName | null {
    const object = after ?? before;
    const target = object === undefined ? undefined : readOperation(object)?.target;
    if (object === undefined || target === undefined) return null;
    const { operations } = this.#env;
    operations.note(before, after);
    if (after === undefined) this.#schedule.forget(formatKey(nameOf(object)));
    else this.#enqueue(nameOf(after));
    if (stageOf(before) === stageOf(after)) return null;
    const [next] = operations.on(target);
    if (next !== undefined) this.#enqueue(next);
    return next === undefined && !isWithdrawn(before, after) ? null : target;
  }

  /** The activity, for probes and metrics. */
  get activity(): Activity {
    return this.#workers.activity;
  }

  /** Starts reconciliations. */
  start(): void {
    this.#workers.start();
  }

  /** Starts no new reconciliation; resolves when those in flight have ended. */
  stop(): Promise<void> {
    return this.#workers.stop();
  }

  /** Returns what the Operations on an object depend on, beside its conditions and records. */
  #lifeOf(target: KubeObject | undefined): string {
    if (target === undefined) return '';
    const { uid, deletionTimestamp = '' } = target.metadata;
    const isOurs = concerns(this.#env, target) && otherOperator(this.#env, target) === null;
    return `${uid} ${deletionTimestamp} ${isOurs}`;
  }

  #enqueue(operation: ObjectName): void {
    this.#schedule.add(formatKey(operation), this.#env.clock.elapsed(), 'user');
    this.#workers.added();
  }

  async #look(key: ObjectKey): Promise<void> {
    // The reconciliation begins after the loop that starts it.
    await Promise.resolve();
    const object = this.#env.cluster.get(parseKey(key));
    const again =
      object === undefined
        ? null
        : await reconcileOperation(this.#env, object).catch((error: unknown) => {
            this.#env.telemetry.pass(bugOf(parseKey(key), error));
            return AFTER_BUG_MS;
          });
    this.#schedule.done(key);
    if (again !== null) this.#schedule.add(key, this.#env.clock.elapsed() + again, 'user');
  }
}

/** Returns what the place of an Operation among those of its target depends on. */
function stageOf(object: KubeObject | undefined): string {
  const operation = object === undefined ? null : readOperation(object);
  if (object === undefined || operation === null) return '';
  const { uid, deletionTimestamp = '' } = object.metadata;
  return `${uid} ${deletionTimestamp} ${isFinished(operation)}`;
}

/** Reports whether an unfinished Operation was deleted. */
function isWithdrawn(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
  const operation = before === undefined ? null : readOperation(before);
  return after === undefined && operation !== null && !isFinished(operation);
}
