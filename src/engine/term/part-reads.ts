import type { ObjectName } from '../ports/cluster.ts';

/** A close read of the parts of one kind of an item: its start by the service's clock
 *  (milliseconds), and the claims on the parts that it showed. */
interface Look {
  readonly at: number;
  readonly parts: ReadonlySet<string>;
}

/** An object, and the last close read of its parts of each kind. */
interface Looked {
  readonly namespace: string;
  readonly byKind: Map<string, Look>;
}

/** Holds the parts of items that this process has read. A status may be older than a part, and
 *  others may write it. */
export class Looks {
  readonly #byUid = new Map<string, Looked>();
  readonly #ask: (name: ObjectName) => void;

  /** @param ask schedules a close read of an object */
  constructor(ask: (name: ObjectName) => void) {
    this.#ask = ask;
  }

  /** Records the last close read of an item's parts of a kind. */
  note(
    { uid, namespace }: { readonly uid: string; readonly namespace: string },
    as: string,
    look: Look,
  ): void {
    const looked = this.#byUid.get(uid) ?? { namespace, byKind: new Map<string, Look>() };
    looked.byKind.set(as, look);
    this.#byUid.set(uid, looked);
  }

  /** Removes a deleted object. */
  forget(uid: string): void {
    this.#byUid.delete(uid);
  }

  /** Reports whether an object of this namespace has the part. */
  shows(namespace: string, as: string, part: string): boolean {
    return this.#byUid
      .values()
      .some(
        (looked) =>
          looked.namespace === namespace && looked.byKind.get(as)?.parts.has(part) === true,
      );
  }

  /** Reports whether the last read of the parts of a kind began after a moment. @param moment by
   *  the service's clock (milliseconds) */
  isAfter(moment: number, uid: string, as: string): boolean {
    return (this.#byUid.get(uid)?.byKind.get(as)?.at ?? 0) > moment;
  }

  /** Schedules a close read of an object. */
  ask(name: ObjectName): void {
    this.#ask(name);
  }
}
