/** One query of a panel, and the legend of its series. */
export interface Query {
  readonly expr: string;
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  /** The meaning of the panel and of a bad value, in one sentence. */
  readonly says: string;
  /** `number`: the last value of each series; `lines`: all values over time. */
  readonly shows: 'number' | 'lines';
  /** The unit in Grafana's names. */
  readonly unit: 'short' | 's' | 'percentunit' | 'bytes' | 'reqps' | 'ops';
  readonly queries: readonly Query[];
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** Selects the replicas of one installation by the dashboard's variable. */
export const OURS = 'job=~"$job"';

export const query = (expr: string, legend = ''): Query => ({ expr, legend });
export const numbers = (
  title: string,
  unit: Panel['unit'],
  says: string,
  ...queries: readonly Query[]
): Panel => ({
  title,
  says,
  shows: 'number',
  unit,
  queries,
});
export const lines = (
  title: string,
  unit: Panel['unit'],
  says: string,
  ...queries: readonly Query[]
): Panel => ({
  title,
  says,
  shows: 'lines',
  unit,
  queries,
});

/** Builds the query of a quantile of a histogram. */
export const quantile = (part: number, histogram: string, by: string): string =>
  `histogram_quantile(${part}, sum by (le, ${by}) (rate(${histogram}_bucket{${OURS}}[$__rate_interval])))`;
export const rate = (counter: string, by: string, labels = ''): string =>
  `sum by (${by}) (rate(${counter}{${OURS}${labels}}[$__rate_interval]))`;
/** Builds the query of a gauge that every replica shows. */
export const once = (gauge: string, by: string, labels = ''): string =>
  `max by (${by}) (${gauge}{${OURS}${labels}})`;
