import { after, type Plan, type Turn } from './turn.ts';
import type { Args, Pending, World } from './world.ts';

const isBefore = (a: Pending, b: Pending): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order);

/** Schedules an alarm after `seconds` of the service's time. */
export const schedule = (turn: Turn, name: string, seconds: number, args: Args): void => {
  const { pending, counters } = turn.world;
  counters['order'] = (counters['order'] ?? 0) + 1;
  const entry: Pending = { at: after(turn, seconds), order: counters['order'], name, args };
  let low = 0;
  let high = pending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = pending[middle];
    if (other !== undefined && isBefore(entry, other)) low = middle + 1;
    else high = middle;
  }
  turn.world.revision += 1;
  pending.splice(low, 0, entry);
};

/** Fires all due alarms in order, each at its own instant. */
export const advance = (world: World, now: number, plan: Plan): void => {
  for (
    let next = world.pending.at(-1);
    next !== undefined && next.at <= now;
    next = world.pending.at(-1)
  ) {
    world.pending.pop();
    world.revision += 1;
    const alarm = plan.alarms[next.name];
    if (alarm === undefined)
      throw new Error(`nothing is known to happen under the name ${next.name}`);
    alarm.ring({ world, now: next.at, actor: null, plan }, next.args);
  }
};

/** Returns the time of the next alarm in milliseconds since the epoch; undefined when none is
 *  pending. */
export const nextDue = (world: World): number | undefined => world.pending.at(-1)?.at;
