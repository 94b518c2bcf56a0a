import { ownIntentOf } from '../../src/engine/pass/intent.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { kindAt } from './collections.ts';
import type { Arrival } from './wire.ts';
import type { World } from './world.ts';

/** A row created by a request of the operator. `uid`: of the object, where the collection belongs
 *  to a kind. */
export interface Creation {
  readonly path: string;
  readonly body: string;
  readonly id: number;
  readonly kind: AnyKind | null;
  readonly uid: string | null;
  /** Creation time in milliseconds. */
  readonly at: number;
}

/** Returns the object of a create: by the mark, else by the youngest intent for that collection. */
export function ownerOf(
  world: World,
  kinds: readonly AnyKind[],
  { path, body }: Arrival,
): Pick<Creation, 'kind' | 'uid'> {
  const kind = kindAt(kinds, path);
  if (kind === null) return { kind, uid: null };
  const marked = /"k8s:([^"]+)"/.exec(body)?.[1];
  const intents = world.cluster.all(kind.kind).flatMap((object) => ownIntentOf(object) ?? []);
  const youngest = intents
    .filter((intent) => intent.path === path)
    .toSorted((a, b) => b.at - a.at)[0];
  return { kind, uid: marked ?? youngest?.uid ?? null };
}
