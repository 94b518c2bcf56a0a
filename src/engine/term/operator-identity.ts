import { ANNOTATION, CLASS_LABEL } from '../../model/group.ts';
import { asRecord } from '../../model/parse.ts';
import type { Cluster, KubeObject } from '../ports/cluster.ts';

/** Identity of one operator of a cluster. Processes that share a Lease are one operator. */
export interface Self {
  /** Namespace and name of its Lease: `cloudinfra-system/cloudinfra-operator`. */
  readonly name: string;
  /** Null: the operator serves the objects that name no class. */
  readonly class: string | null;
}

/** An operator and its cluster. */
export interface Asker {
  readonly self: Self;
  readonly cluster: Pick<Cluster, 'uid'>;
}

/** Returns the class that an object names; null where it names none. */
export function classOf({ metadata }: KubeObject): string | null {
  const named = metadata.labels?.[CLASS_LABEL];
  return named === undefined || named === '' ? null : named;
}

/** Reports whether an object is of the class of this operator. */
export const serves = ({ class: own }: Self, object: KubeObject): boolean =>
  classOf(object) === own;

/** Returns the operator that the status names; null where it names none, or one of another cluster,
 *  whose operators have names of their own. */
export function servedBy({ cluster }: Pick<Asker, 'cluster'>, { status }: KubeObject): Self | null {
  const { name, class: named, cluster: recorded } = asRecord(asRecord(status)['operator']);
  const here = cluster.uid();
  if (
    typeof name !== 'string' ||
    (typeof recorded === 'string' && here !== null && recorded !== here)
  )
    return null;
  return { name, class: typeof named === 'string' ? named : null };
}

/** Reports whether an object concerns this operator: it serves the object's class, or served it and
 *  still has to release it. */
export const concerns = (asker: Asker, object: KubeObject): boolean =>
  serves(asker.self, object) || servedBy(asker, object)?.name === asker.self.name;

/** Returns the other operator that the status names and that has not released the object; null
 *  where there is none, or an annotation states that it is gone. */
export function otherOperator(asker: Asker, object: KubeObject): Self | null {
  const recorded = servedBy(asker, object);
  if (recorded === null || recorded.name === asker.self.name) return null;
  return object.metadata.annotations?.[ANNOTATION.movedFrom] === recorded.name ? null : recorded;
}

/** Builds the identity that a status records while this operator serves an object. */
export const signature = ({
  name,
  class: own,
}: Self): { readonly name: string; readonly class?: string } => ({
  name,
  ...(own === null ? {} : { class: own }),
});

/** Replaces the operator in a recorded hold on an item by this one. */
export function signedBy<R extends { readonly class?: string | undefined }>(
  self: Self,
  recorded: R,
): Omit<R, 'class'> & ReturnType<typeof signature> {
  const { class: _, ...rest } = recorded;
  return { ...rest, ...signature(self) };
}
