import type { KubeObject } from '../../engine/ports/cluster.ts';
import { asRecord } from '../../model/parse.ts';
import { keyOf } from './names.ts';

/** The place of an object of the cluster. */
export interface Holder {
  readonly namespace: string;
  readonly name: string;
}

/** Items and names that the objects of a cluster already have. */
export interface Held {
  /** The object that has an item, by kind and id of the item. */
  readonly items: ReadonlyMap<string, Holder>;
  /** Taken names, with their kind. */
  readonly names: ReadonlySet<string>;
}

export const NOTHING_HELD: Held = { items: new Map(), names: new Set() };

/** Collects the items and names of these objects in an account. @param namespace in which names
 *  must be free; null: in any */
export const heldBy = (
  objects: readonly KubeObject[],
  account: string,
  namespace: string | null,
): Held => ({
  items: new Map(
    objects.flatMap(({ kind, metadata, status }) => {
      const { id, account: of } = asRecord(status);
      return (typeof id === 'number' || typeof id === 'string') && of === account
        ? [[keyOf({ kind, id }), metadata] as const]
        : [];
    }),
  ),
  names: new Set(
    objects.flatMap(({ kind, metadata }) =>
      namespace === null || metadata.namespace === namespace ? [`${kind}/${metadata.name}`] : [],
    ),
  ),
});
