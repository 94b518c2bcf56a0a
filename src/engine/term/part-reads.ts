import type { ObjectName } from '../ports/cluster.ts';

/** A close look at the parts of one kind that an item has: when it began by the service's clock, in
 *  milliseconds, and the claims on what it showed. */
interface Look {
  readonly at: number;
  readonly parts: ReadonlySet<string>;
}

/** An object that was looked at, and the last look at its parts of each kind. */
interface Looked {
  readonly namespace: string;
  readonly byKind: Map<string, Look>;
}

/** What this process saw of the parts of items with its own eyes. A status may be older than a
 *  part, and others may write it. */
export class Looks {
  readonly #byUid = new Map<string, Looked>();
  readonly #ask: (name: ObjectName) => void;

  /** @param ask has an object looked at closely soon */
  constructor(ask: (name: ObjectName) => void) {
    this.#ask = ask;
  }

  /** Takes note of the last close look at the parts of a kind that an object's item has. */
  note(
    { uid, namespace }: { readonly uid: string; readonly namespace: string },
    as: string,
    look: Look,
  ): void {
    const looked = this.#byUid.get(uid) ?? { namespace, byKind: new Map<string, Look>() };
    looked.byKind.set(as, look);
    this.#byUid.set(uid, looked);
  }

  /** Drops an object that is gone. */
  forget(uid: string): void {
    this.#byUid.delete(uid);
  }

  /** Whether an object of this namespace has the part. */
  shows(namespace: string, as: string, part: string): boolean {
    return this.#byUid
      .values()
      .some(
        (looked) =>
          looked.namespace === namespace && looked.byKind.get(as)?.parts.has(part) === true,
      );
  }

  /** Whether the last look at the parts of a kind began after a moment. @param moment by the
   *  service's clock, in milliseconds */
  isAfter(moment: number, uid: string, as: string): boolean {
    return (this.#byUid.get(uid)?.byKind.get(as)?.at ?? 0) > moment;
  }

  /** Has an object looked at closely soon. */
  ask(name: ObjectName): void {
    this.#ask(name);
  }
}
