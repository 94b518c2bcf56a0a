import type { KubeEvent, KubeObject } from '../../engine/ports/cluster.ts';
import type { Result } from '../../model/failure.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import type { KubeClient } from '../api/client.ts';
import type { ApiFailure } from '../api/failures.ts';
import type { KubeObserver } from '../observer.ts';
import { EVENTS } from '../resources.ts';
import { microTime, type Time } from '../time.ts';
import { eventManifest, type Regarding, seriesPatch } from './event-record.ts';

export interface EventsOptions {
  readonly client: KubeClient;
  readonly time: Time;
  readonly observer: KubeObserver;
  /** The reporting component. */
  readonly reporter: string;
}

/** Occurrences of the same event about the same object. */
interface Series {
  readonly object: Regarding;
  readonly event: KubeEvent;
  /** The Event's name; null until the API server has created it. */
  name: string | null;
  count: number;
  lastAt: number;
}

interface Allowance {
  left: number;
  at: number;
}

/** Writes about one object: this many at once, then one per period. */
const BURST = 10;
const PERIOD_MS = 60_000;
const MOST_SERIES = 2_000;
const MOST_PENDING = 500;

/** Records events about objects: best effort, one request at a time, repetitions counted. No caller
 *  waits for it. */
export class Events {
  readonly #options: EventsOptions;
  readonly #series = new Map<string, Series>();
  readonly #allowances = new Map<string, Allowance>();
  readonly #pending = new Set<Series>();
  #writing: Promise<void> | null = null;

  constructor(options: EventsOptions) {
    this.#options = options;
  }

  /** See `Cluster.emit`. */
  emit(object: KubeObject, event: KubeEvent): void {
    const series = this.#seriesOf(object, event);
    series.count += 1;
    series.lastAt = this.#options.time.now();
    if (this.#pending.has(series)) return;
    const tooMany = this.#tooMany(object.metadata.uid);
    if (tooMany === null) {
      this.#pending.add(series);
      this.#writing ??= this.#writeAll();
    } else if (series.name === null) {
      // An existing Event keeps the count for its next update.
      this.#options.observer.eventsLost(1, tooMany);
    }
  }

  /** Resolves when no write is pending. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  #seriesOf(object: KubeObject, event: KubeEvent): Series {
    const key = fingerprint([object.metadata.uid, event.type, event.reason, event.message]);
    const series = this.#series.get(key) ?? newSeries(object, event);
    renew(this.#series, key, series, MOST_SERIES);
    return series;
  }

  /** Returns the exceeded limit; null while there is room. */
  #tooMany(uid: string): string | null {
    if (this.#pending.size >= MOST_PENDING) return 'too many events at once';
    const now = this.#options.time.elapsed();
    const { left, at } = this.#allowances.get(uid) ?? { left: BURST, at: now };
    const allowed = Math.min(BURST, left + (now - at) / PERIOD_MS);
    renew(
      this.#allowances,
      uid,
      { left: allowed < 1 ? allowed : allowed - 1, at: now },
      MOST_SERIES,
    );
    return allowed < 1 ? 'too many events about one object' : null;
  }

  async #writeAll(): Promise<void> {
    for (const series of this.#pending) {
      this.#pending.delete(series);
      const written =
        series.name === null ? await this.#create(series) : await this.#repeat(series, series.name);
      if (!written.ok) this.#options.observer.eventsLost(1, written.failure.detail);
    }
    this.#writing = null;
  }

  async #create(series: Series): Promise<Result<unknown, ApiFailure>> {
    const { client, reporter } = this.#options;
    const { object, event, count, lastAt } = series;
    const name = `${object.metadata.name.slice(0, 200).replace(/[^a-z0-9]+$/, '')}.${fingerprint([object.metadata.uid, event, lastAt])}`;
    const manifest = eventManifest({
      name,
      object,
      event,
      count,
      time: microTime(lastAt),
      reporter,
    });
    const created = await client.create(EVENTS, object.metadata.namespace, manifest);
    if (created.ok) series.name = name;
    return created;
  }

  /** Updates the count of an Event; creates a new one when the API server has expired it. */
  async #repeat(series: Series, name: string): Promise<Result<unknown, ApiFailure>> {
    const place = { resource: EVENTS, namespace: series.object.metadata.namespace, name };
    const patched = await this.#options.client.patch(
      place,
      seriesPatch(series.count, microTime(series.lastAt)),
    );
    if (patched.ok || patched.failure.code !== 'Gone') return patched;
    series.name = null;
    series.count = 1;
    return await this.#create(series);
  }
}

/** Creates a series with only the reference to the object: a copy would be large and become
 *  stale. */
const newSeries = ({ apiVersion, kind, metadata }: KubeObject, event: KubeEvent): Series => {
  const { name, namespace, uid } = metadata;
  const object = { apiVersion, kind, metadata: { name, namespace, uid } };
  return { object, event, name: null, count: 0, lastAt: 0 };
};

/** Moves an entry to the end of a map and drops the oldest one over the limit. */
function renew<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
