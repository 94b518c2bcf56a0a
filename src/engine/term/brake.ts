import { fail, ok, type Result } from '../../model/failure.ts';
import { inClass } from '../../model/group.ts';
import { type Tally, tallySince } from '../../model/tally.ts';
import type { Cluster, KubeFailure, Note } from '../ports/cluster.ts';
import {
  type Asker,
  type BrakeSettings,
  circlesOf,
  countedKind,
  countsFor,
  limitOf,
} from './brake-circles.ts';
import { BrakeQueue } from './brake-queue.ts';

const NOTE = 'brake';
/** Attempts after a write conflict; only a second leader would cause more conflicts. */
const TRIES = 3;
/** A note that would delay a deletion is read again when it is older than this: an administrator
 *  may have emptied it. */
const REREAD_MS = 30_000;

/** Counts deletions and re-creations of items, so that a prune, a deleted namespace or a mistake
 *  does not remove all of them at once. Counts per account, kind and namespace, with a wider bound
 *  for all namespaces together. */
export class Brake {
  readonly #cluster: Pick<Cluster, 'readNote' | 'writeNote'>;
  readonly #settings: BrakeSettings;
  readonly #name: string;
  readonly #queue = new BrakeQueue();
  #note: Note | null = null;
  #readAt = 0;
  #turn: Promise<unknown> = Promise.resolve();

  /** @param of the class of the operator, which has a count of its own; null: none */
  constructor(
    cluster: Pick<Cluster, 'readNote' | 'writeNote'>,
    settings: BrakeSettings,
    of: string | null = null,
  ) {
    this.#cluster = cluster;
    this.#name = inClass(NOTE, of);
    this.#settings = settings;
  }

  /** Asks to delete the item of an object, and counts it. An object is counted once.
   *  @param now milliseconds @returns 0 where the deletion may proceed, else the minimum wait
   *  (milliseconds) */
  ask(asker: Asker, now: number): Promise<Result<number, KubeFailure>> {
    const turn = this.#turn.then(() => this.#ask(asker, now));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Removes an object from the queue, because a user released it. */
  forget(uid: string): void {
    this.#queue.leave(uid);
  }

  /** Returns the deletions in the window by account and kind, as far as this process has read them.
   *  @param now milliseconds */
  counts(
    now: number,
  ): readonly { readonly account: string; readonly kind: string; readonly counted: number }[] {
    const sums = new Map<string, { account: string; kind: string; counted: number }>();
    for (const [key, entries] of Object.entries(this.#recent(now))) {
      const { account, kind } = countedKind(key);
      const sum = sums.get(`${account}/${kind}`) ?? { account, kind, counted: 0 };
      sums.set(`${account}/${kind}`, { ...sum, counted: sum.counted + entries.length });
    }
    return [...sums.values()];
  }

  /** Returns the number of deletions of a kind that an account allows within the window. */
  limit(asker: Pick<Asker, 'holdsData' | 'objects'>): number {
    return limitOf(this.#settings, asker, 'all');
  }

  async #ask(asker: Asker, now: number): Promise<Result<number, KubeFailure>> {
    for (let tries = 1; ; tries++) {
      const note = await this.#read(now);
      if (!note.ok) return note;
      const counted = this.#recent(now);
      const waitMs = this.#waitMs(asker, counted, now);
      if (waitMs === 0 && isCounted(asker, counted)) return ok(0);
      if (waitMs > 0 && now - this.#readAt < REREAD_MS) return ok(waitMs);
      if (waitMs > 0) {
        this.#note = null;
        continue;
      }
      const { key } = circlesOf(asker)[0];
      const text = JSON.stringify({
        ...counted,
        [key]: [...(counted[key] ?? []), { uid: asker.uid, at: now }],
      });
      const written = await this.#cluster.writeNote(this.#name, text, note.value);
      this.#note = written.ok ? written.value : null;
      if (written.ok) {
        this.#queue.leave(asker.uid);
        return ok(0);
      }
      if (written.failure.code !== 'Conflict' || tries >= TRIES) return fail(written.failure);
    }
  }

  /** Returns the wait of an object for room in each of its circles, behind the objects ahead of it.
   *  0: there is room. */
  #waitMs(asker: Asker, counted: Tally, now: number): number {
    if (isCounted(asker, counted)) return 0;
    for (const circle of circlesOf(asker)) {
      const times = countsFor(circle, asker, counted);
      const limit = limitOf(this.#settings, asker, circle.where);
      const behind = times.length + this.#queue.ahead(circle.key, asker.uid, now) - limit;
      if (behind < 0) continue;
      const opens = times[Math.min(behind, times.length - 1)] ?? now;
      const waitMs = Math.max(1, opens + this.#settings.windowMs - now);
      this.#queue.join(circle.key, asker.uid, now + waitMs);
      return waitMs;
    }
    return 0;
  }

  async #read(now: number): Promise<Result<Note, KubeFailure>> {
    if (this.#note !== null) return ok(this.#note);
    const read = await this.#cluster.readNote(this.#name);
    if (read.ok) {
      this.#note = read.value;
      this.#readAt = now;
    }
    return read;
  }

  /** Returns the entries within the window, without entries that a fast clock dated in the
   *  future. */
  #recent(now: number): Tally {
    const { windowMs } = this.#settings;
    return tallySince(this.#note?.text ?? '', now - windowMs, now + windowMs);
  }
}

const isCounted = ({ account, uid }: Asker, counted: Tally): boolean =>
  Object.entries(counted).some(
    ([key, entries]) =>
      countedKind(key).account === account && entries.some((entry) => entry.uid === uid),
  );
