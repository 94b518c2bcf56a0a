import { formatKey, type ObjectKey, parseKey } from '../../model/object-key.ts';
import { Schedule } from '../loop/schedule.ts';
import { nameOf } from '../pass/subject.ts';
import type { Alarm } from '../ports/alarm.ts';
import type { KubeObject, ObjectName } from '../ports/cluster.ts';
import { AFTER_BUG_MS, bugOf } from '../term/bug-recheck.ts';
import type { Environment } from '../term/environment.ts';
import { isFinished, readOperation } from '../term/operation.ts';
import { type OperationEnvironment, reconcileOperation } from './reconcile-operation.ts';

/** Number of Operations that are reconciled at the same time. */
const WORKERS = 20;

/** Maintains the status of each Operation. The passes over the targets perform the Operations. */
export class OperationsController {
  readonly #env: OperationEnvironment & Pick<Environment, 'telemetry'>;
  readonly #schedule = new Schedule<ObjectKey>();
  readonly #running = new Set<Promise<void>>();
  readonly #alarm: Alarm;
  #open = false;

  constructor(
    env: OperationEnvironment & Pick<Environment, 'telemetry'>,
    alarm: (ring: () => void) => Alarm,
  ) {
    this.#env = env;
    this.#alarm = alarm(() => this.#turn());
  }

  /** Queues the Operations on an object that changed. */
  onTarget(target: ObjectName): void {
    const { operations, cluster } = this.#env;
    for (const { object } of operations.on(target, cluster)) this.#enqueue(object);
  }

  /** Queues an Operation that appeared (`before` undefined) or changed, and drops a deleted one
   *  (`after` undefined). @returns its target, if the next Operation of the target is now due */
  onChange(before: KubeObject | undefined, after: KubeObject | undefined): ObjectName | null {
    const object = after ?? before;
    const target = object === undefined ? undefined : readOperation(object)?.target;
    if (object === undefined || target === undefined) return null;
    const { operations, cluster } = this.#env;
    operations.note(before, after);
    if (after === undefined) this.#schedule.forget(formatKey(nameOf(object)));
    else this.#enqueue(after);
    if (!turnsOver(before, after)) return null;
    const [next, ...others] = operations.on(target, cluster);
    for (const one of others) this.#enqueue(one.object);
    return next === undefined ? null : target;
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

  #enqueue(operation: KubeObject): void {
    this.#schedule.add(formatKey(nameOf(operation)), this.#env.clock.elapsed(), 'user');
    if (this.#open) this.#turn();
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
        : await reconcileOperation(this.#env, object).catch((error: unknown) => {
            this.#env.telemetry.pass(bugOf(parseKey(key), error));
            return AFTER_BUG_MS;
          });
    this.#schedule.done(key);
    if (again !== null) this.#schedule.add(key, this.#env.clock.elapsed() + again, 'user');
  }
}

/** Reports whether an Operation was created, deleted or finished: the next one is then due. */
function turnsOver(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
  if (before?.metadata.uid !== after?.metadata.uid || after === undefined) return true;
  const [was, is] = [before, after].map((object) => object && readOperation(object));
  return (
    (is !== null && is !== undefined && isFinished(is)) !==
    (was !== null && was !== undefined && isFinished(was))
  );
}
