import { statistics as endpoints } from '../../../src/api/statistics.ts';
import { ok, type Reply, refuse } from '../../core/reply.ts';
import { type Resource, routeOn } from '../../core/route.ts';
import { after, type Turn } from '../../core/turn.ts';
import { isRecorded } from '../../core/world.ts';
import { computes, type InstanceRow } from '../instances/table.ts';
import { curves, noCurves } from './curves.ts';

const DAY_MS = 86_400_000;

/** Seconds after creation without statistics. Source: compute#statistics-and-transfer. */
const FRESH_SECONDS = 300;

const titled = (turn: Turn, title: string, data: object): Reply =>
  ok(isRecorded(turn.world) ? { title, data } : { ...data, title });

const isFresh = (turn: Turn, row: InstanceRow): boolean =>
  turn.now < row.createdAt + (after(turn, FRESH_SECONDS) - turn.now);

const unavailable = refuse('Stats are unavailable at this time.');

const monthStart = (year: number, month: number): number => Date.UTC(year, month - 1, 1);

const isFuture = (turn: Turn, year: number, month: number): boolean =>
  monthStart(year, month) > turn.now;

const titleOf = (row: InstanceRow, span: string): string =>
  `compute.example - ${row.label} (compute${row.id}) - ${span}`;

/** Returns the statistics of a month; for the current one the last 30 days. Source:
 *  compute#statistics-and-transfer. */
const monthly = (turn: Turn, row: InstanceRow, year: number, month: number): Reply => {
  if (isFuture(turn, year, month))
    return refuse('Must be in the past or the current month', 'month');
  const next = monthStart(year, month + 1);
  const [from, to] =
    next > turn.now ? [turn.now - 30 * DAY_MS, turn.now] : [monthStart(year, month), next];
  if (to <= row.createdAt) return titled(turn, '', noCurves());
  return titled(
    turn,
    titleOf(row, `${year}/${month} (2 hour avg)`),
    curves(row.id, Math.max(from, row.createdAt), to, 24),
  );
};

/** Statistics and transfer of instances. Source: compute#statistics-and-transfer. */
export const statisticsResource: Resource = {
  routes: [
    routeOn(computes, endpoints.day, ({ turn, target }) =>
      isFresh(turn, target)
        ? unavailable
        : titled(
            turn,
            titleOf(target, 'day (5 min avg)'),
            curves(target.id, Math.max(turn.now - DAY_MS, target.createdAt), turn.now, 1),
          ),
    ),
    routeOn(computes, endpoints.month, ({ turn, target, params }) =>
      monthly(turn, target, Number(params.year), Number(params.month)),
    ),
    routeOn(computes, endpoints.transfer, ({ target }) =>
      ok({ used: 0, quota: target.specs.transfer, billable: 0 }),
    ),
    routeOn(computes, endpoints.monthlyTransfer, ({ turn, params }) =>
      isFuture(turn, Number(params.year), Number(params.month))
        ? refuse('Must be in the past or the current month', 'month')
        : ok({ bytes_in: 0, bytes_out: 0, bytes_total: 0 }),
    ),
  ],
};
