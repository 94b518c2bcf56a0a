/** One line of a panel: what is asked of Prometheus, and how a series of the answer is called. */
export interface Query {
  readonly expr: string;
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  /** One sentence: what a person learns from it, and what is bad. */
  readonly says: string;
  /** `number`: the last value of each series; `lines`: all values over time. */
  readonly shows: 'number' | 'lines';
  /** As Grafana names it. */
  readonly unit: 'short' | 's' | 'percentunit' | 'bytes' | 'reqps' | 'ops';
  readonly queries: readonly Query[];
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** The replicas of one installation, as the dashboard's variable chooses it. */
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

/** A part of a histogram under which so many of the observations are. */
export const quantile = (part: number, histogram: string, by: string): string =>
  `histogram_quantile(${part}, sum by (le, ${by}) (rate(${histogram}_bucket{${OURS}}[$__rate_interval])))`;
export const rate = (counter: string, by: string, labels = ''): string =>
  `sum by (${by}) (rate(${counter}{${OURS}${labels}}[$__rate_interval]))`;
/** Each replica shows the same objects. */
export const once = (gauge: string, by: string, labels = ''): string =>
  `max by (${by}) (${gauge}{${OURS}${labels}})`;
