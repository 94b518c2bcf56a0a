import { formatKey, type ObjectKey } from '../../model/object-key.ts';
import type { ObjectName } from '../ports/cluster.ts';
import { delayOfAnswer, EDIT_PATIENCE } from './patience.ts';
import { matches, type Selector } from './selector.ts';

type Labels = Readonly<Record<string, string>>;

const kindKey = (kind: string, namespace: string): string => `${kind}/${namespace}`;

/** A watch of an object on others: one by name, or all of a kind that a selector matches. */
export type Watched =
  | ObjectName
  | { readonly kind: string; readonly namespace: string; readonly selector: Selector };

/** Indexes the watches between objects, so that a change of a referent wakes its dependents. */
export class Dependents {
  readonly #byName = new Map<ObjectKey, Set<ObjectKey>>();
  readonly #bySelector = new Map<string, Map<ObjectKey, readonly Selector[]>>();
  readonly #watched = new Map<ObjectKey, readonly Watched[]>();
  /** Times at which the dependents of an object were woken, by the steady clock. */
  readonly #wokenAt = new Map<ObjectKey, readonly number[]>();

  /** Replaces the watches of `key`. */
  set(key: ObjectKey, watched: readonly Watched[]): void {
    this.#drop(key);
    if (watched.length === 0) return;
    this.#watched.set(key, watched);
    for (const one of watched) {
      if ('name' in one) {
        const id = formatKey(one);
        this.#byName.set(id, (this.#byName.get(id) ?? new Set()).add(key));
      } else {
        const id = kindKey(one.kind, one.namespace);
        const watchers = this.#bySelector.get(id) ?? new Map<ObjectKey, readonly Selector[]>();
        this.#bySelector.set(id, watchers.set(key, [...(watchers.get(key) ?? []), one.selector]));
      }
    }
  }

  /** Returns the objects that `key` watches by name. */
  watchedBy(key: ObjectKey): readonly ObjectName[] {
    return (this.#watched.get(key) ?? []).filter((one) => 'name' in one);
  }

  /** Returns the keys that watch an object under its current or previous labels. */
  of(name: ObjectName, labels: readonly Labels[]): readonly ObjectKey[] {
    const selecting = [...(this.#bySelector.get(kindKey(name.kind, name.namespace)) ?? [])]
      .filter(([, selectors]) =>
        selectors.some((selector) => labels.some((some) => matches(selector, some))),
      )
      .map(([key]) => key);
    return [...new Set([...(this.#byName.get(formatKey(name)) ?? []), ...selecting])];
  }

  /** Records that the dependents of a changed object are woken. @returns the delay (milliseconds):
   *  an object that changes constantly does not keep all of them busy  @param now by the steady
   *  clock */
  wakeInMs(key: ObjectKey, now: number): number {
    const answer = delayOfAnswer(this.#wokenAt.get(key) ?? [], now, EDIT_PATIENCE);
    this.#wokenAt.set(key, answer.asked);
    return answer.inMs;
  }

  /** Forgets when the dependents of a deleted object were woken. */
  forgetChanges(key: ObjectKey): void {
    this.#wokenAt.delete(key);
  }

  #drop(key: ObjectKey): void {
    for (const one of this.#watched.get(key) ?? []) {
      if ('name' in one) {
        const watchers = this.#byName.get(formatKey(one));
        watchers?.delete(key);
        if (watchers?.size === 0) this.#byName.delete(formatKey(one));
      } else {
        this.#bySelector.get(kindKey(one.kind, one.namespace))?.delete(key);
      }
    }
    this.#watched.delete(key);
  }
}
