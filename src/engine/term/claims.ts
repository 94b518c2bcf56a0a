import type { ItemId } from '../../model/item-id.ts';
/** The object that claims an item or a natural key. */
export interface Claimant {
  readonly uid: string;
  /** `Volume default/data-1`, for messages. */
  readonly title: string;
  readonly namespace: string;
}

/** Holds one claim per item and per natural key in memory, rebuilt from all objects at start,
 *  oldest first. A holder keeps its claim: its create may be in flight. */
export class Claims {
  readonly #byThing = new Map<string, Claimant>();
  readonly #byUid = new Map<string, Set<string>>();
  /** Claims with more evidence than a status. */
  readonly #proven = new Set<string>();
  /** Uids of the objects that request a thing by their status without holding it, by thing. */
  readonly #disputes = new Map<string, Set<string>>();

  /** Claims a thing for an object; returns the other holder, or null when the claim succeeds. */
  take(thing: string, claimant: Claimant): Claimant | null {
    const holder = this.otherThan(claimant.uid, thing);
    if (holder !== null) return holder;
    this.#byThing.set(thing, claimant);
    const things = this.#byUid.get(claimant.uid) ?? new Set();
    things.add(thing);
    this.#byUid.set(claimant.uid, things);
    return null;
  }

  /** Claims a thing with proof, and takes it from an object that holds it by its status alone.
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

  /** Reports whether a thing is held with proof. */
  isProven(thing: string): boolean {
    return this.#proven.has(thing);
  }

  /** Records that an object requests a thing that another object holds. */
  dispute(thing: string, uid: string): void {
    this.#disputes.set(thing, (this.#disputes.get(thing) ?? new Set()).add(uid));
  }

  /** Reports whether another object requests a thing without holding it. */
  isDisputed(thing: string, uid: string): boolean {
    return (
      this.#disputes
        .get(thing)
        ?.values()
        .some((one) => one !== uid) === true
    );
  }

  /** Returns the holder of a thing other than this object, or null. */
  otherThan(uid: string, thing: string): Claimant | null {
    const holder = this.#byThing.get(thing);
    return holder === undefined || holder.uid === uid ? null : holder;
  }

  /** Reports whether this object holds a thing. */
  holds(uid: string, thing: string): boolean {
    return this.#byThing.get(thing)?.uid === uid;
  }

  /** Releases everything that an object holds except `things`. */
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

  /** Returns the claims of other objects that start with this prefix, with their holders. */
  others(uid: string, prefix: string): readonly (readonly [thing: string, holder: Claimant])[] {
    return [...this.#byThing].filter(
      ([thing, holder]) => holder.uid !== uid && thing.startsWith(prefix),
    );
  }

  /** Returns the claimant with this uid; null where it holds nothing. */
  claimantOf(uid: string): Claimant | null {
    const [thing] = this.#byUid.get(uid) ?? [];
    return thing === undefined ? null : (this.#byThing.get(thing) ?? null);
  }
}

/** Formats the claim of an item. */
export const itemClaim = (account: string, kind: string, id: ItemId): string =>
  `item|${account}|${kind}|${id}`;
/** Formats the claim of a part of an item, or of an item of another kind that came with it. */
export const partClaim = (account: string, as: string, id: ItemId): string =>
  `part|${account}|${as}|${id}`;
/** Formats the claim of a natural key. */
export const keyClaim = (account: string, collection: string, key: string): string =>
  `key|${account}|${collection}|${key}`;
/** Formats the prefix of the claims of unanswered creates of a kind. */
export const makingClaims = (account: string, kind: string): string => `making|${account}|${kind}|`;
/** Formats the claim of an unanswered create. @param at time of the record by the service's clock
 *  (milliseconds) */
export const makingClaim = (account: string, kind: string, uid: string, at: number): string =>
  `${makingClaims(account, kind)}${uid}|${at}`;
/** Formats the claim of the possible result of a create without a mark and without an answer. */
export const fruitClaim = (account: string, collection: string, key: string): string =>
  `fruit|${account}|${collection}|${key}`;
