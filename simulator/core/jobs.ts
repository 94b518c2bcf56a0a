import { events, tell } from './events.ts';
import { schedule } from './pending.ts';
import { drawWithin, type Range } from './random.ts';
import { table } from './table.ts';
import type { Alarm, Job, Reference, Turn } from './turn.ts';
import type { Args, World } from './world.ts';

const jobs = table<Job>('jobs');

/** Delay in seconds between a request and the start of its work. */
const QUEUE: Range = [1, 3];

/** A job to enqueue: its event, its duration at speed 1, and the instance that it keeps busy. */
export interface Order {
  readonly action: string;
  readonly entity: Reference;
  readonly secondary?: Reference | null;
  readonly seconds: Range;
  readonly lock: number | null;
  readonly args: Args;
  readonly rate?: string;
}

const firstOf = (world: World, lock: number): Job | undefined =>
  jobs.all(world).find((job) => job.lock === lock);

const queue = (turn: Turn, job: Job): void =>
  schedule(turn, 'job.start', drawWithin(turn.world, QUEUE), { id: job.id });

/** Reports whether work on the instance is scheduled or running. Source: compute#busy. */
export const isBusy = (world: World, computeId: number): boolean =>
  firstOf(world, computeId) !== undefined;

/** Returns scheduled and running work, oldest first. */
export const unfinished = (world: World, isMeant: (job: Job) => boolean): readonly Job[] =>
  jobs.all(world).filter(isMeant);

/** Returns the actions that are scheduled or running on an instance, oldest first. */
export const actionsOn = (world: World, computeId: number): readonly string[] =>
  unfinished(world, (job) => job.lock === computeId).map((job) => job.action);

/** Enqueues work: its event is scheduled, and it starts when no older work holds the same instance.
 *  @returns the event's id */
export const enqueue = (turn: Turn, order: Order): number => {
  const { world } = turn;
  const isFree = order.lock === null || !isBusy(world, order.lock);
  const seconds = drawWithin(world, order.seconds);
  const event = tell(turn, {
    action: order.action,
    entity: order.entity,
    secondary: order.secondary ?? null,
    status: 'scheduled',
    seconds,
    ...(order.rate === undefined ? {} : { rate: order.rate }),
  });
  const job = jobs.insert(world, {
    id: event.id,
    action: order.action,
    lock: order.lock,
    seconds,
    started: false,
    args: order.args,
  });
  if (isFree) queue(turn, job);
  return event.id;
};

/** Aborts all work on an item: waiting work is canceled, running work fails. */
export const abandon = (turn: Turn, isMeant: (job: Job) => boolean): void => {
  for (const job of jobs.all(turn.world).filter(isMeant)) {
    events.update(turn.world, job.id, { status: job.started ? 'failed' : 'canceled' });
    jobs.remove(turn.world, job.id);
  }
};

const workOf = (turn: Turn, job: Job) => {
  const work = turn.plan.works[job.action];
  if (work === undefined) throw new Error(`no work is known under the action ${job.action}`);
  return work;
};

/** Alarms of jobs; those of aborted jobs do nothing. */
export const jobAlarms: Readonly<
  Record<'job.start' | 'job.early' | 'job.finish', Alarm<{ readonly id: number }>>
> = {
  'job.start': {
    ring: (turn, { id }) => {
      const job = jobs.find(turn.world, id);
      if (job === undefined) return;
      jobs.update(turn.world, id, { started: true });
      events.update(turn.world, id, { status: 'started', startedAt: turn.now });
      schedule(turn, 'job.finish', job.seconds, { id });
      const work = workOf(turn, job);
      const { early } = work;
      if (early !== undefined)
        schedule(
          turn,
          'job.early',
          Math.max(0, job.seconds - drawWithin(turn.world, early.seconds)),
          { id },
        );
      work.begin?.(turn, job);
    },
  },
  'job.early': {
    ring: (turn, { id }) => {
      const job = jobs.find(turn.world, id);
      if (job !== undefined) workOf(turn, job).early?.show(turn, job);
    },
  },
  'job.finish': {
    ring: (turn, { id }) => {
      const job = jobs.find(turn.world, id);
      if (job === undefined) return;
      jobs.remove(turn.world, id);
      const outcome = workOf(turn, job).finish(turn, job);
      events.update(turn.world, id, { status: outcome === 'failed' ? 'failed' : 'finished' });
      const next = job.lock === null ? undefined : firstOf(turn.world, job.lock);
      if (next !== undefined && !next.started) queue(turn, next);
    },
  },
};
