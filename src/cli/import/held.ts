import type { KubeObject } from '../../engine/ports/cluster.ts';
import { asRecord } from '../../model/parse.ts';
import { keyOf } from './names.ts';

/** An object of the cluster, by its place. */
export interface Holder {
  readonly namespace: string;
  readonly name: string;
}

/** What the objects of a cluster have already. */
export interface Held {
  /** The object that has an item, by kind and id of the item. */
  readonly items: ReadonlyMap<string, Holder>;
  /** Names that are taken, with their kind. */
  readonly names: ReadonlySet<string>;
}

export const NOTHING_HELD: Held = { items: new Map(), names: new Set() };

/** What these objects have of an account. @param namespace where names may not be taken; null:
 *  anywhere */
export const heldBy = (
  objects: readonly KubeObject[],
  account: string,
  namespace: string | null,
): Held => ({
  items: new Map(
    objects.flatMap(({ kind, metadata, status }) => {
      const { id, account: of } = asRecord(status);
      return typeof id === 'number' && of === account
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
