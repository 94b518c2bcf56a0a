import { ANNOTATION, CLASS_LABEL } from '../../model/group.ts';
import { asRecord } from '../../model/parse.ts';
import type { Cluster, KubeObject } from '../ports/cluster.ts';

/** Which of the operators of a cluster this is. Processes that share a Lease are one operator. */
export interface Self {
  /** Namespace and name of its Lease: `cloudinfra-system/cloudinfra-operator`. */
  readonly name: string;
  /** Null: it serves the objects that name no class. */
  readonly class: string | null;
}

/** Who asks, and in which cluster. */
interface Asker {
  readonly self: Self;
  readonly cluster: Pick<Cluster, 'uid'>;
}

/** The class that an object names; null where it names none. */
export function classOf({ metadata }: KubeObject): string | null {
  const named = metadata.labels?.[CLASS_LABEL];
  return named === undefined || named === '' ? null : named;
}

/** True if an object is of the class of this operator. */
export const serves = ({ class: own }: Self, object: KubeObject): boolean =>
  classOf(object) === own;

/** The operator that the status names; null where it names none, or is of another cluster, whose
 *  operators have names of their own. */
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

/** True if this operator has anything to do with an object: it serves its class, or did and has to
 *  let the object go. */
export const concerns = (asker: Asker, object: KubeObject): boolean =>
  serves(asker.self, object) || servedBy(asker, object)?.name === asker.self.name;

/** The other operator that the status names and that did not let the object go; null where there is
 *  none, or a person says that it ended. */
export function otherOperator(asker: Asker, object: KubeObject): Self | null {
  const recorded = servedBy(asker, object);
  if (recorded === null || recorded.name === asker.self.name) return null;
  return object.metadata.annotations?.[ANNOTATION.movedFrom] === recorded.name ? null : recorded;
}

/** What the status says of this operator while it serves an object. */
export const signature = ({
  name,
  class: own,
}: Self): { readonly name: string; readonly class?: string } => ({
  name,
  ...(own === null ? {} : { class: own }),
});

/** What a status records of the hold on an item, under the name of this operator in place of
 *  another one's. */
export function signedBy<R extends { readonly class?: string | undefined }>(
  self: Self,
  recorded: R,
): Omit<R, 'class'> & ReturnType<typeof signature> {
  const { class: _, ...rest } = recorded;
  return { ...rest, ...signature(self) };
}
