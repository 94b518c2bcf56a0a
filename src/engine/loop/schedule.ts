import { Heap } from './heap.ts';

/** Classes of due keys, most urgent first; the rank of a due key rises with its age, so that no key
 *  starves. */
export type Urgency = 'user' | 'completion' | 'repair' | 'sweep';

const CLASSES: readonly Urgency[] = ['user', 'completion', 'repair', 'sweep'];
/** A key advances by one class after this long in the queue. */
const PROMOTE_MS = 5_000;
/** Number of obsolete entries kept regardless of the number of keys. */
const SLACK = 64;

interface Entry<K> {
  readonly key: K;
  readonly at: number;
  readonly urgency: Urgency;
}

/** A key to work on, and the time since it became due. */
export interface Due<K> {
  readonly key: K;
  readonly urgency: Urgency;
  readonly waitedMs: number;
}

/** A keyed schedule that merges entries: one entry per key, with the earliest time and the most
 *  urgent class of all requests. A key in progress is not handed out again; requests during its
 *  work wait for `done`. The clock is an argument; every operation costs O(log n). */
export class Schedule<K extends string = string> {
  /** The valid entry by key; heap and queues may hold obsolete ones, which are skipped. */
  readonly #current = new Map<K, Entry<K>>();
  readonly #active = new Set<K>();
  readonly #later = new Heap<Entry<K>>((a, b) => a.at < b.at);
  readonly #due: Readonly<Record<Urgency, Heap<Entry<K>>>> = {
    user: new Heap((a, b) => a.at < b.at),
    completion: new Heap((a, b) => a.at < b.at),
    repair: new Heap((a, b) => a.at < b.at),
    sweep: new Heap((a, b) => a.at < b.at),
  };

  /** Schedules `key` at time `at` (milliseconds). Earlier and more urgent requests win; no request
   *  is postponed. */
  add(key: K, at: number, urgency: Urgency): void {
    const known = this.#current.get(key);
    const entry =
      known === undefined
        ? { key, at, urgency }
        : { key, at: Math.min(known.at, at), urgency: moreUrgent(known.urgency, urgency) };
    if (known !== undefined && entry.at === known.at && entry.urgency === known.urgency) return;
    this.#current.set(key, entry);
    if (!this.#active.has(key)) this.#wait(entry);
  }

  /** Takes the most urgent due key and marks it active; undefined when none is due. */
  take(now: number): Due<K> | undefined {
    this.#ripen(now);
    let best: Entry<K> | undefined;
    let bestRank = Number.POSITIVE_INFINITY;
    for (const [rank, urgency] of CLASSES.entries()) {
      const head = this.#head(this.#due[urgency]);
      if (head === undefined) continue;
      const aged = rank - Math.floor((now - head.at) / PROMOTE_MS);
      if (aged < bestRank) [best, bestRank] = [head, aged];
    }
    if (best === undefined) return undefined;
    this.#current.delete(best.key);
    this.#active.add(best.key);
    return { key: best.key, urgency: best.urgency, waitedMs: now - best.at };
  }

  isActive(key: K): boolean {
    return this.#active.has(key);
  }

  /** Returns a key that was taken at `now` to the queue, with the wait that it had. */
  putBack({ key, urgency, waitedMs }: Due<K>, now: number): void {
    this.done(key);
    this.add(key, now - waitedMs, urgency);
  }

  /** Ends the work on `key`: it may be taken again. */
  done(key: K): void {
    this.#active.delete(key);
    const entry = this.#current.get(key);
    if (entry !== undefined) this.#wait(entry);
  }

  /** Drops the entry of `key`: its object is deleted. */
  forget(key: K): void {
    this.#current.delete(key);
  }

  /** Returns the time at which a key can next be taken (milliseconds; `now` or earlier when one is
   *  due); undefined when none waits. */
  nextAt(): number | undefined {
    const heads = [
      this.#head(this.#later),
      ...CLASSES.map((urgency) => this.#head(this.#due[urgency])),
    ];
    const times = heads.flatMap((head) => (head === undefined ? [] : [head.at]));
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Counts the due keys that are not taken. */
  depth(now: number): number {
    let due = 0;
    for (const { at } of this.#current.values()) if (at <= now) due++;
    return due;
  }

  /** Entries in memory: at most twice the waiting keys, plus the slack. */
  get size(): number {
    return this.#later.size + CLASSES.reduce((sum, urgency) => sum + this.#due[urgency].size, 0);
  }

  get active(): number {
    return this.#active.size;
  }

  /** Adds an entry, and drops obsolete entries once they are more than half, so that memory depends
   *  on the number of keys, not of requests. */
  #wait(entry: Entry<K>): void {
    this.#later.push(entry);
    if (this.#later.size > 2 * this.#current.size + SLACK)
      this.#later.sift((one) => this.#counts(one));
  }

  #ripen(now: number): void {
    for (
      let head = this.#head(this.#later);
      head !== undefined && head.at <= now;
      head = this.#head(this.#later)
    ) {
      this.#later.pop();
      this.#due[head.urgency].push(head);
    }
  }

  /** Returns the first valid entry. */
  #head(heap: Heap<Entry<K>>): Entry<K> | undefined {
    for (let head = heap.peek(); head !== undefined; head = heap.peek()) {
      if (this.#counts(head)) return head;
      heap.pop();
    }
    return undefined;
  }

  #counts(entry: Entry<K>): boolean {
    return this.#current.get(entry.key) === entry && !this.#active.has(entry.key);
  }
}

const moreUrgent = (a: Urgency, b: Urgency): Urgency =>
  CLASSES.indexOf(a) <= CLASSES.indexOf(b) ? a : b;
