import type { ItemId } from '../../model/item-id.ts';
import { asRecord } from '../../model/parse.ts';
import type { Ref } from '../../model/ref.ts';
import { isByItem } from '../desire/raw-ids.ts';
import type { Pass } from '../pass/pass.ts';
import type { KubeObject } from '../ports/cluster.ts';

/** Number of listed objects; the rest is counted. */
const SHOWN = 5;

/** Lists the objects whose items are inside this one's, as a clause («DnsRecord/www and
 *  DnsRecord/mail to be deleted first»); null when there are none. */
export function heldInside(pass: Pass): string | null {
  const { env, subject } = pass;
  const inside = env.kinds.flatMap((kind) => {
    const refs: readonly Ref[] = kind.refs.filter(
      (ref: Ref) => ref.holds === true && ref.kind === subject.name.kind,
    );
    if (refs.length === 0) return [];
    const own = env.cluster
      .list(kind.kind, subject.name.namespace)
      .filter((object) => refs.some((ref) => leadsTo(pass, object, ref)));
    return [
      ...own.map((object) => `${kind.kind}/${object.metadata.name}`),
      ...heldElsewhere(pass, kind.kind, refs),
    ];
  });
  if (inside.length === 0) return null;
  const shown = inside.toSorted().slice(0, SHOWN).join(', ');
  return `${shown}${inside.length > SHOWN ? ` and ${inside.length - SHOWN} more` : ''} to be deleted first`;
}

/** Reports whether a reference of an object leads to this one, by name or by the id of its item. */
function leadsTo({ subject }: Pass, { spec }: KubeObject, ref: Ref): boolean {
  const { name } = asRecord(asRecord(spec)[ref.path]);
  return name === subject.name.name || namesItem(subject.status.id, spec, ref);
}

const namesItem = (id: ItemId | undefined, spec: unknown, ref: Ref): boolean =>
  isByItem(ref) && id !== undefined && asRecord(asRecord(spec)[ref.path])['id'] === id;

/** Returns unnamed entries for objects of other namespaces with an item inside, held since before
 *  this object adopted its own. */
function heldElsewhere(
  { env, subject }: Pass,
  kind: string,
  refs: readonly Ref[],
): readonly string[] {
  const { id, account } = subject.status;
  const isInside = ({ metadata, spec, status }: KubeObject): boolean =>
    metadata.namespace !== subject.name.namespace &&
    asRecord(status)['id'] !== undefined &&
    asRecord(status)['account'] === account &&
    refs.some((ref) => namesItem(id, spec, ref));
  return env.cluster.all(kind).some(isInside) ? [`each ${kind} of another namespace`] : [];
}
