import { createInstruments, type Instruments } from './instruments.ts';
import { kubernetesSeries } from './series/kubernetes.ts';
import { queueSeries, reconcileSeries } from './series/loop.ts';
import { objectSeries, workSeries } from './series/objects.ts';
import { processSeries, programSeries } from './series/process.ts';
import { accountSeries, requestSeries } from './series/service.ts';

/** Labels that are known at start: the version, and the kinds. */
export interface Scope {
  readonly version: string;
  readonly kinds: readonly string[];
}

const allSeries = (instruments: Instruments) => ({
  ...reconcileSeries(instruments),
  ...queueSeries(instruments),
  ...kubernetesSeries(instruments),
  ...processSeries(instruments),
  ...requestSeries(instruments),
  ...accountSeries(instruments),
  ...objectSeries(instruments),
  ...workSeries(instruments),
  ...programSeries(instruments),
});

/** Creates every series of the operator in a registry of its own. Labels never contain an object's
 *  name, an id or a part of a token. */
export function createMetrics({ version, kinds }: Scope) {
  const instruments = createInstruments();
  const series = allSeries(instruments);
  series.info.set({ version }, 1);
  for (const kind of kinds) startAtZero(series, kind);
  const fillers: (() => void | Promise<void>)[] = [];
  return {
    ...series,
    definitions: instruments.definitions,
    /** Adds a callback that runs before each scrape. */
    onScrape: (fill: () => void | Promise<void>) => void fillers.push(fill),
    /** Renders the metrics as text, with their content type. */
    text: async () => {
      for (const fill of fillers) await fill();
      return instruments.text();
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Initializes the counters of a kind: a counter that appears with its first event hides that event
 *  from `increase()`. */
function startAtZero(series: ReturnType<typeof allSeries>, kind: string): void {
  for (const result of ['success', 'error']) series.reconciles.inc({ controller: kind, result }, 0);
  for (const counter of [series.reconcileErrors, series.reconcilePanics])
    counter.inc({ controller: kind }, 0);
  for (const result of ['success', 'error']) series.steps.inc({ kind, result }, 0);
  for (const counter of [series.driftFound, series.driftCorrected, series.kubeWrites])
    counter.inc({ kind }, 0);
  series.reconcileSeconds.zero({ controller: kind });
  series.queueSeconds.zero({ name: kind });
  series.readySeconds.zero({ kind });
  series.deleteSeconds.zero({ kind });
}
