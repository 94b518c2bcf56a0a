import { fail, ok, type Result } from '../model/failure.ts';
import { type Tally, tallySince } from '../model/tally.ts';
import type { Cluster, KubeFailure, Note } from './ports/cluster.ts';

/** How much may be destroyed in an account, and in what time. A `count` of 0 sets no bound. */
export interface BrakeSettings {
  readonly count: number;
  readonly windowMs: number;
}

const NOTE = 'brake';
/** Who loses the race for the note asks again; only a second leader would make it lose more often. */
const TRIES = 3;

/** Counts in each account the items that go, or are made anew, so that no prune, no namespace and no mistake takes all of them at once. */
export class Brake {
  readonly #cluster: Pick<Cluster, 'readNote' | 'writeNote'>;
  readonly #settings: BrakeSettings;
  #note: Note | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(cluster: Pick<Cluster, 'readNote' | 'writeNote'>, settings: BrakeSettings) {
    this.#cluster = cluster;
    this.#settings = settings;
  }

  /** Asks for the item of an object to go, and counts it. Who was counted is not counted again.
   *  @param now milliseconds @returns 0, or how long it has to wait at least (milliseconds) */
  ask(account: string, uid: string, now: number): Promise<Result<number, KubeFailure>> {
    const turn = this.#turn.then(() => this.#ask(account, uid, now));
    this.#turn = turn;
    return turn;
  }

  /** How many were counted in each account within the window, as far as this process was told. @param now milliseconds */
  counts(now: number): ReadonlyMap<string, number> {
    return new Map(Object.entries(this.#recent(now)).map(([account, entries]) => [account, entries.length]));
  }

  async #ask(account: string, uid: string, now: number): Promise<Result<number, KubeFailure>> {
    for (let tries = 1; ; tries++) {
      const note = await this.#read();
      if (!note.ok) return note;
      const counted = this.#recent(now);
      const ours = counted[account] ?? [];
      if (ours.some((entry) => entry.uid === uid)) return ok(0);
      const [oldest] = ours;
      if (oldest !== undefined && ours.length >= this.#settings.count) return ok(oldest.at + this.#settings.windowMs - now);
      const text = JSON.stringify({ ...counted, [account]: [...ours, { uid, at: now }] });
      const written = await this.#cluster.writeNote(NOTE, text, note.value);
      this.#note = written.ok ? written.value : null;
      if (written.ok) return ok(0);
      if (written.failure.code !== 'Conflict' || tries === TRIES) return fail(written.failure);
    }
  }

  async #read(): Promise<Result<Note, KubeFailure>> {
    if (this.#note !== null) return ok(this.#note);
    const read = await this.#cluster.readNote(NOTE);
    if (read.ok) this.#note = read.value;
    return read;
  }

  /** What lies within the window. Who empties the note by hand lets all go on. */
  #recent(now: number): Tally {
    return tallySince(this.#note?.text ?? '', now - this.#settings.windowMs);
  }
}
