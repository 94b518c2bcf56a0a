import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Buckets of histograms in seconds, for short and long durations. */
const MOMENTS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60] as const;
export const MINUTES = [1, 5, 15, 30, 60, 120, 300, 600, 1_200, 2_400, 4_800] as const;

/** The definition of one metric, for documentation and dashboards. */
export interface Definition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** Creates the instruments of one registry. Names, units and help texts follow `promtool check
 *  metrics`. */
export function createInstruments() {
  const registry = new Registry();
  const definitions: Definition[] = [];
  const define = (
    type: Definition['type'],
    name: string,
    help: string,
    labels: readonly string[],
  ) => {
    definitions.push({ type, name, help, labels });
    return { name, help, labelNames: labels, registers: [registry] };
  };
  return {
    counter: (name: string, help: string, labels: readonly string[] = []) =>
      new Counter(define('counter', name, help, labels)),
    gauge: (name: string, help: string, labels: readonly string[] = []) =>
      new Gauge(define('gauge', name, help, labels)),
    histogram: (
      name: string,
      help: string,
      labels: readonly string[],
      buckets: readonly number[] = MOMENTS,
    ) => new Histogram({ ...define('histogram', name, help, labels), buckets: [...buckets] }),
    definitions: definitions as readonly Definition[],
    /** Renders all of them as text, with its content type. */
    text: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  };
}

export type Instruments = ReturnType<typeof createInstruments>;
