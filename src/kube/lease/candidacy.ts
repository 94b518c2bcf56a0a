import { LIMITS } from '../../engine/ports/limits.ts';
import type { Result } from '../../model/failure.ts';
import { type ApiFailure, unreadable } from '../api/failures.ts';
import { LEASES } from '../resources.ts';
import type { ElectorOptions } from './election.ts';
import {
  heldSpec,
  type LeaseRecord,
  leaseManifest,
  NO_LABELS,
  readLease,
  releasedSpec,
} from './lease-record.ts';

/** Time after the last renewal during which this process writes: the rest is for requests in
 *  flight. */
const WRITE_MS = 10_000;
const RENEW_MS = 2_000;
/** Interval between reads of another holder's Lease, so that a released one is acquired within two
 *  seconds; and between attempts of a leader after a failed renewal. */
const LOOK_MS = 1_000;

/** The state of one candidate: its view of the Lease, and whether it holds it. */
export class Candidacy {
  readonly #options: ElectorOptions;
  readonly #ended = new AbortController();
  /** The last state of the Lease; null when there is none. */
  #record: LeaseRecord | null = null;
  /** Time at which this process last saw it change. */
  #changedAt = 0;
  /** True if this process may have changed it since: it is read before a write. */
  #stale = true;
  #leads = false;
  #waits = false;
  /** Start of the last successful renewal, by both clocks: one may stop while the machine sleeps,
   *  the other may be set. */
  #renewedAt = { elapsed: 0, now: 0 };

  constructor(options: ElectorOptions) {
    this.#options = options;
  }

  mayWrite(): boolean {
    const { time } = this.#options;
    const age = Math.max(
      time.elapsed() - this.#renewedAt.elapsed,
      time.now() - this.#renewedAt.now,
    );
    return this.#leads && !this.#ended.signal.aborted && age < WRITE_MS;
  }

  async run(): Promise<void> {
    const { time } = this.#options;
    while (!this.#ended.signal.aborted) {
      await this.#turn();
      if (this.#leads && !this.mayWrite()) this.#lose();
      await time.sleep(
        this.#leads && !this.#stale ? RENEW_MS : LOOK_MS * (0.5 + time.random() / 2),
        this.#ended.signal,
      );
    }
  }

  end(): void {
    this.#ended.abort();
  }

  async release(): Promise<void> {
    if (!this.#leads) return;
    this.#leads = false;
    if (this.#stale && !(await this.#read())) return;
    if (this.#record?.holder === this.#options.identity)
      await this.#patch(this.#record, releasedSpec(this.#options.time.now()));
  }

  async #turn(): Promise<void> {
    if ((this.#stale || !this.#leads) && !(await this.#read())) return;
    if (this.#isFree()) await this.#take();
    else if (this.#leads) this.#lose();
    else this.#wait();
  }

  /** Reports whether the Lease may be acquired: it has no holder, this process holds it, or its
   *  holder was silent for its duration. */
  #isFree(): boolean {
    const { identity, time } = this.#options;
    if (this.#record === null || this.#record.holder === null || this.#record.holder === identity)
      return true;
    if (this.#options.isDead?.(this.#record.holder) === true) return true;
    return time.elapsed() - this.#changedAt >= this.#record.durationMs;
  }

  #wait(): void {
    const holder = this.#record?.holder ?? null;
    if (holder === null || this.#waits) return;
    this.#waits = true;
    this.#options.waits?.(holder);
  }

  async #take(): Promise<void> {
    const { client, namespace, name, identity, time, gained, labels = NO_LABELS } = this.#options;
    const begun = { elapsed: time.elapsed(), now: time.now() };
    const spec = heldSpec({
      identity,
      durationMs: LIMITS.leaseMs,
      previous: this.#record,
      epochMs: begun.now,
    });
    const taken =
      this.#record === null
        ? this.#note(
            await client.create(
              LEASES,
              namespace,
              leaseManifest({ namespace, name, labels }, spec),
            ),
          )
        : await this.#patch(this.#record, spec, labels);
    if (!taken) return;
    this.#renewedAt = begun;
    if (this.#leads) return;
    this.#leads = true;
    if (!this.#ended.signal.aborted) gained();
  }

  #lose(): void {
    this.#leads = false;
    this.#options.lost();
  }

  async #read(): Promise<boolean> {
    const { client, namespace, name } = this.#options;
    return this.#note(await client.get({ resource: LEASES, namespace, name }));
  }

  async #patch(
    { resourceVersion }: LeaseRecord,
    spec: object,
    labels: object = NO_LABELS,
  ): Promise<boolean> {
    const { client, namespace, name } = this.#options;
    return this.#note(
      await client.patch(
        { resource: LEASES, namespace, name },
        { metadata: { resourceVersion, labels }, spec },
      ),
    );
  }

  /** Records the Lease in an answer; false when it has none. A lost race (Conflict) is no
   *  failure. */
  #note(answer: Result<unknown, ApiFailure>): boolean {
    const record = answer.ok ? readLease(answer.value, LIMITS.leaseMs) : null;
    this.#stale = !answer.ok || (record === null && answer.value !== null);
    if (this.#stale) {
      const failure = answer.ok ? unreadable('no Lease') : answer.failure;
      if (failure.code !== 'Conflict') this.#options.observer.leaseFailed(failure);
      return false;
    }
    if (record?.resourceVersion !== this.#record?.resourceVersion)
      this.#changedAt = this.#options.time.elapsed();
    this.#record = record;
    return true;
  }
}
