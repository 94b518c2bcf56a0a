import { managedStatistics as endpoints } from '../../../src/api/managed-settings.ts';
import { ok } from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { instances } from '../instances/table.ts';

const STEP_MS = 300_000;
const DAY_MS = 86_400_000;

const CURVES = ['cpu', 'disk', 'swap', 'net_in', 'net_out'] as const;

/** Returns the times of the points: every five minutes of the last day, since the first
 *  instance. */
const timesOf = ({ world, now }: Turn): readonly number[] => {
  const since = Math.min(...instances.all(world).map(({ createdAt }) => createdAt));
  const first = Math.ceil(Math.max(since, now - DAY_MS) / STEP_MS) * STEP_MS;
  const count = Math.max(0, Math.floor((now - first) / STEP_MS) + 1);
  return Array.from(
    { length: Number.isFinite(count) ? count : 0 },
    (_, at) => first + at * STEP_MS,
  );
};

const load = (curve: number, at: number): number =>
  (curve * 17 + Math.floor(at / STEP_MS) * 7) % 97;

/** Combined usage of all instances. Source: monitoring#statistics. */
export const statisticsRoute: Route = route(endpoints.day, ({ turn }) => {
  const times = timesOf(turn);
  if (times.length < 2) return ok({ data: ['Graphs are not yet available.'] });
  const curves = CURVES.map((name, curve) => [name, times.map((x) => ({ x, y: load(curve, x) }))]);
  return ok({ data: Object.fromEntries(curves) });
});
