/** Who says that an item, or a natural key, is theirs. */
export interface Claimant {
  readonly uid: string;
  /** `Volume default/data-1`, for messages. */
  readonly title: string;
  readonly namespace: string;
}

/** One claim per item and per natural key, in memory; rebuilt from all objects at start, the oldest
 *  first. Who holds one keeps it: its create may be under way. */
export class Claims {
  readonly #byThing = new Map<string, Claimant>();
  readonly #byUid = new Map<string, Set<string>>();
  /** What is held by more than the word of a status. */
  readonly #proven = new Set<string>();
  /** By thing the uids of those who ask for it by their status, and do not hold it. */
  readonly #disputes = new Map<string, Set<string>>();

  /** Claims a thing for an object; returns the other one that holds it, or null when it is ours
   *  now. */
  take(thing: string, claimant: Claimant): Claimant | null {
    const holder = this.otherThan(claimant.uid, thing);
    if (holder !== null) return holder;
    this.#byThing.set(thing, claimant);
    const things = this.#byUid.get(claimant.uid) ?? new Set();
    things.add(thing);
    this.#byUid.set(claimant.uid, things);
    return null;
  }

  /** Claims a thing with proof: it is taken from an object that holds it by its status alone.
   *  @returns the other object that holds it with proof, or null */
  prove(thing: string, claimant: Claimant): Claimant | null {
    const holder = this.otherThan(claimant.uid, thing);
    if (holder !== null && this.#proven.has(thing)) return holder;
    if (holder !== null) {
      this.#byThing.delete(thing);
      this.#byUid.get(holder.uid)?.delete(thing);
    }
    this.#proven.add(thing);
    return this.take(thing, claimant);
  }

  /** Whether a thing is held with proof. */
  isProven(thing: string): boolean {
    return this.#proven.has(thing);
  }

  /** Notes that an object asks for a thing that another one holds. */
  dispute(thing: string, uid: string): void {
    this.#disputes.set(thing, (this.#disputes.get(thing) ?? new Set()).add(uid));
  }

  /** Whether another object than this one asks for a thing without holding it. */
  isDisputed(thing: string, uid: string): boolean {
    return (
      this.#disputes
        .get(thing)
        ?.values()
        .some((one) => one !== uid) === true
    );
  }

  /** Who holds a thing, other than this object; null when nobody does. */
  otherThan(uid: string, thing: string): Claimant | null {
    const holder = this.#byThing.get(thing);
    return holder === undefined || holder.uid === uid ? null : holder;
  }

  /** Whether this object holds a thing. */
  holds(uid: string, thing: string): boolean {
    return this.#byThing.get(thing)?.uid === uid;
  }

  /** Gives up what an object holds, but for what it holds still. */
  keepOnly(uid: string, things: readonly string[]): void {
    for (const [thing, asking] of this.#disputes) {
      if (!things.includes(thing) && asking.delete(uid) && asking.size === 0)
        this.#disputes.delete(thing);
    }
    const held = this.#byUid.get(uid);
    if (held === undefined) return;
    const kept = new Set(things);
    for (const thing of held) {
      if (kept.has(thing)) continue;
      this.#byThing.delete(thing);
      this.#proven.delete(thing);
      held.delete(thing);
    }
    if (held.size === 0) this.#byUid.delete(uid);
  }

  /** The things of other objects whose names begin so, and who holds them. */
  others(uid: string, prefix: string): readonly (readonly [thing: string, holder: Claimant])[] {
    return [...this.#byThing].filter(
      ([thing, holder]) => holder.uid !== uid && thing.startsWith(prefix),
    );
  }

  /** The object behind a uid, where it holds anything; null otherwise. */
  claimantOf(uid: string): Claimant | null {
    const [thing] = this.#byUid.get(uid) ?? [];
    return thing === undefined ? null : (this.#byThing.get(thing) ?? null);
  }
}

/** The name of an item among claims. */
export const itemClaim = (account: string, kind: string, id: number): string =>
  `item|${account}|${kind}|${id}`;
/** The name of what belongs to an item among claims: a part of it, or an item of a kind that came
 *  with it. */
export const partClaim = (account: string, as: string, id: number): string =>
  `part|${account}|${as}|${id}`;
/** The name of a natural key among claims. */
export const keyClaim = (account: string, collection: string, key: string): string =>
  `key|${account}|${collection}|${key}`;
/** The beginning of the names of creates of a kind that are out, among claims. */
export const makingClaims = (account: string, kind: string): string => `making|${account}|${kind}|`;
/** The name of a create that is out among claims. @param at when it was recorded, by the clock of
 *  the service in milliseconds */
export const makingClaim = (account: string, kind: string, uid: string, at: number): string =>
  `${makingClaims(account, kind)}${uid}|${at}`;
/** The name of what a create without a mark and without an answer may have made. */
export const fruitClaim = (account: string, collection: string, key: string): string =>
  `fruit|${account}|${collection}|${key}`;
