import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Bounds of histograms, in seconds: of what takes moments, and of what takes minutes. */
export const MOMENTS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60] as const;
export const MINUTES = [1, 5, 15, 30, 60, 120, 300, 600, 1_200, 2_400, 4_800] as const;

/** Makes the instruments of one registry. Names, units and help texts are those that `promtool check metrics` asks for. */
export function createInstruments() {
  const registry = new Registry();
  const registers = [registry];
  return {
    counter: (name: string, help: string, labelNames: readonly string[] = []) => new Counter({ name, help, labelNames, registers }),
    gauge: (name: string, help: string, labelNames: readonly string[] = []) => new Gauge({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, labelNames: readonly string[], buckets: readonly number[] = MOMENTS) =>
      new Histogram({ name, help, labelNames, buckets: [...buckets], registers }),
    /** All of them as text, with its content type. */
    text: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  };
}

export type Instruments = ReturnType<typeof createInstruments>;
