import * as z from 'zod';
import { between, Digits } from './bounds.ts';
import { endpoint } from './endpoint.ts';

/** Points of a curve: [epoch milliseconds, value], five minutes apart. Source:
 *  compute#statistics-and-transfer. */
const Curve = z.array(z.array(z.number()));

/** In bits per second. */
const Network = z.looseObject({ in: Curve, out: Curve, private_in: Curve, private_out: Curve });

const Curves = z.looseObject({
  cpu: Curve,
  io: z.looseObject({ io: Curve, swap: Curve }),
  netv4: Network,
  netv6: Network,
});

/** Statistics as described: the curves beside the title. Source:
 *  compute#statistics-and-transfer. */
export const FlatStatistics = Curves.extend({ title: z.string() });

/** Statistics as recorded: the curves under `data`. Source: compute#statistics-and-transfer. */
export const WrappedStatistics = z.looseObject({ title: z.string(), data: Curves });

export const Statistics = z.union([WrappedStatistics, FlatStatistics]);
export type Statistics = z.infer<typeof Statistics>;

/** Traffic of the current month: `billable` and `quota` in GB, `used` in bytes. Source:
 *  compute#statistics-and-transfer. */
export const Transfer = z.looseObject({ billable: z.int(), quota: z.int(), used: z.int() });

/** Traffic of one month in bytes. Source: compute#statistics-and-transfer. */
export const MonthlyTransfer = z.looseObject({
  bytes_in: z.int(),
  bytes_out: z.int(),
  bytes_total: z.int(),
});

const one = '/compute/instances/{computeId}';
const read = {
  method: 'GET',
  scopes: ['computes:read_only'],
  source: 'compute#statistics-and-transfer',
} as const;

export const statistics = {
  day: endpoint({ ...read, path: `${one}/stats`, response: Statistics }),
  month: endpoint({ ...read, path: `${one}/stats/{year}/{month}`, response: Statistics }),
  transfer: endpoint({ ...read, path: `${one}/transfer`, response: Transfer }),
  monthlyTransfer: endpoint({
    ...read,
    path: `${one}/transfer/{year}/{month}`,
    params: { year: Digits.pipe(between(2000, 2037)) },
    response: MonthlyTransfer,
  }),
} as const;
