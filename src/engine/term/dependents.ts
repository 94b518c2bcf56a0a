import type { ObjectName } from '../ports/cluster.ts';
import { matches, type Selector } from './selector.ts';

type Labels = Readonly<Record<string, string>>;

const nameKey = (name: ObjectName): string => `${name.kind}/${name.namespace}/${name.name}`;
const kindKey = (kind: string, namespace: string): string => `${kind}/${namespace}`;

/** Whom an object watches: one by name, or all of a kind that a selector takes. */
export type Watched =
  | ObjectName
  | { readonly kind: string; readonly namespace: string; readonly selector: Selector };

/** Who watches whom, so that a change of a referent wakes its dependents. */
export class Dependents {
  readonly #byName = new Map<string, Set<string>>();
  readonly #bySelector = new Map<string, Map<string, readonly Selector[]>>();
  readonly #watched = new Map<string, readonly Watched[]>();

  /** Replaces what `key` watches. */
  set(key: string, watched: readonly Watched[]): void {
    this.#drop(key);
    if (watched.length === 0) return;
    this.#watched.set(key, watched);
    for (const one of watched) {
      if ('name' in one) {
        const id = nameKey(one);
        this.#byName.set(id, (this.#byName.get(id) ?? new Set()).add(key));
      } else {
        const id = kindKey(one.kind, one.namespace);
        const watchers = this.#bySelector.get(id) ?? new Map<string, readonly Selector[]>();
        this.#bySelector.set(id, watchers.set(key, [...(watchers.get(key) ?? []), one.selector]));
      }
    }
  }

  /** Whom `key` watches by name. */
  watchedBy(key: string): readonly ObjectName[] {
    return (this.#watched.get(key) ?? []).filter((one) => 'name' in one);
  }

  /** The keys that watch an object under the labels it has, or had. */
  of(name: ObjectName, labels: readonly Labels[]): readonly string[] {
    const selecting = [...(this.#bySelector.get(kindKey(name.kind, name.namespace)) ?? [])]
      .filter(([, selectors]) =>
        selectors.some((selector) => labels.some((some) => matches(selector, some))),
      )
      .map(([key]) => key);
    return [...new Set([...(this.#byName.get(nameKey(name)) ?? []), ...selecting])];
  }

  #drop(key: string): void {
    for (const one of this.#watched.get(key) ?? []) {
      if ('name' in one) {
        const watchers = this.#byName.get(nameKey(one));
        watchers?.delete(key);
        if (watchers?.size === 0) this.#byName.delete(nameKey(one));
      } else {
        this.#bySelector.get(kindKey(one.kind, one.namespace))?.delete(key);
      }
    }
    this.#watched.delete(key);
  }
}
