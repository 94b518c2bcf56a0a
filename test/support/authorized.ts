import { policyOf } from '../../src/engine/pass/policy.ts';
import { parseSubject } from '../../src/engine/pass/subject.ts';
import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { OPERATION } from '../../src/model/operation.ts';
import { asRecord } from '../../src/model/parse.ts';
import { approvalsOn } from './approving.ts';
import { kindAt } from './collections.ts';
import type { Creation } from './creations.ts';
import { ITEM, isItem } from './paths.ts';
import type { Arrival } from './wire.ts';
import type { World } from './world.ts';

/** Reports whether a destructive request is authorized: a deletion by a deleted object with the
 *  policy Delete, any other one by a consent. */
export function isAuthorized(
  world: World,
  kinds: readonly AnyKind[],
  creations: readonly Creation[],
  { path }: Arrival,
): boolean {
  const [, collection = '', id = ''] =
    ITEM.exec(path) ?? ITEM.exec(path.split('/').slice(0, 4).join('/')) ?? [];
  const kind = kindAt(kinds, collection);
  if (kind === null) return false;
  const made = creations.find((one) => one.path === collection && one.id === Number(id));
  const owners = world.cluster
    .all(kind.kind)
    .filter(
      (object) => asRecord(object.status)['id'] === Number(id) || object.metadata.uid === made?.uid,
    );
  return owners.some((owner) =>
    isItem(path)
      ? isDeleted(kind, owner) && !hasHeir(world, owner, Number(id))
      : hasConsent(world, kind, owner),
  );
}

/** Reports whether another object of the namespace, created before the deletion of this one,
 *  imports the item. */
const hasHeir = ({ cluster }: World, { kind, metadata }: KubeObject, id: number): boolean =>
  cluster.list(kind, metadata.namespace).some(({ spec, metadata: other }) => {
    const { import: importSpec, policy } = asRecord(spec);
    const isThere =
      other.deletionTimestamp === undefined &&
      other.creationTimestamp <= (metadata.deletionTimestamp ?? '');
    return (
      isThere &&
      other.uid !== metadata.uid &&
      asRecord(importSpec)['id'] === id &&
      asRecord(policy)['mode'] !== 'Observe'
    );
  });

const isDeleted = (kind: AnyKind, object: KubeObject): boolean => {
  const { deletion, mode } = policyOf(parseSubject(kind, object));
  return (
    object.metadata.deletionTimestamp !== undefined && deletion === 'Delete' && mode === 'Manage'
  );
};

const hasConsent = ({ cluster }: World, kind: AnyKind, object: KubeObject): boolean => {
  const subject = parseSubject(kind, object);
  const said =
    approvalsOn(object, cluster.all(OPERATION.kind)).length > 0 ||
    subject.status.consent !== undefined;
  return (
    said || policyOf(subject).consent === 'Auto' || object.metadata.deletionTimestamp !== undefined
  );
};
