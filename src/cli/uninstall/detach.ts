import { keepSecrets } from '../../engine/desire/made-secrets.ts';
import { Copy } from '../../engine/pass/copy.ts';
import { parseSubject } from '../../engine/pass/subject.ts';
import type { Cluster, KubeFailure, KubeObject } from '../../engine/ports/cluster.ts';
import { isHeld, withoutFinalizer } from '../../engine/term/custody.ts';
import { type Self, servedBy, serves } from '../../engine/term/operator-identity.ts';
import { custodyMarks } from '../../model/group.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { AnyKind } from '../../model/kind.ts';
import { secretTitle } from '../../model/object-key.ts';

/** The result for one object, or for one Secret in use. */
export interface Detached {
  /** `Volume default/data`. */
  readonly title: string;
  /** The item that remains in the account; null where there is none. */
  readonly item: { readonly id: ItemId; readonly account: string } | null;
  /** True if the object was being deleted: it is deleted now while its item remains. */
  readonly deleting: boolean;
  /** The failure; null: the object is detached. */
  readonly problem: string | null;
}

/** Releases every object of these kinds and of one class, and every Secret in custody for them;
 *  leaves the accounts unchanged. No operator of the class may run. */
export async function detachAll(
  cluster: Cluster,
  kinds: readonly AnyKind[],
  self: Self = NO_CLASS,
): Promise<readonly Detached[]> {
  const rows: Detached[] = [];
  for (const kind of kinds)
    for (const object of cluster.all(kind.kind).filter((one) => serves(self, one)))
      rows.push(await detach(cluster, kind, object, self));
  return [...rows, ...(await freeSecrets(cluster, self))];
}

const NO_CLASS: Self = { name: '', class: null };

/** Keeps the Secrets made for the object with its item, then removes the finalizer. */
async function detach(
  cluster: Cluster,
  kind: AnyKind,
  object: KubeObject,
  self: Self,
): Promise<Detached> {
  const subject = parseSubject(kind, object);
  const { id, account } = subject.status;
  const failure = (await keepSecrets(cluster, subject)) ?? (await release(cluster, object, self));
  return {
    title: subject.title,
    item: id === undefined ? null : { id, account: account ?? 'unknown' },
    deleting: object.metadata.deletionTimestamp !== undefined,
    problem: failure?.detail ?? null,
  };
}

const TRIES = 3;

/** Releases the object; reads it again after a concurrent write. Removes its operator from the
 *  status first: the next operator takes the object over. */
async function release(
  cluster: Cluster,
  object: KubeObject,
  self: Self,
): Promise<KubeFailure | null> {
  let newest: KubeObject | null = object;
  for (let tries = 1; newest !== null; tries++) {
    const copy = new Copy(cluster, newest, self);
    const left = servedBy({ cluster }, newest) === null ? null : await copy.letGo();
    const released = left?.ok === false ? left : await copy.release();
    if (released.ok || released.failure.code === 'Gone') return null;
    if (released.failure.code !== 'Conflict' || tries === TRIES) return released.failure;
    const read = await cluster.refresh({
      kind: object.kind,
      namespace: object.metadata.namespace,
      name: object.metadata.name,
    });
    if (!read.ok) return read.failure;
    newest = read.value;
  }
  return null;
}

async function freeSecrets(cluster: Cluster, self: Self): Promise<readonly Detached[]> {
  const marks = custodyMarks(self.class);
  const held = await cluster.heldSecrets(marks);
  if (!held.ok)
    return [
      { title: 'the Secrets in use', item: null, deleting: false, problem: held.failure.detail },
    ];
  const rows: Detached[] = [];
  for (const secret of held.value.filter((one) => isHeld(one, marks))) {
    const freed = await cluster.patchSecret(secret, withoutFinalizer(secret, marks));
    const problem = freed.ok || freed.failure.code === 'Gone' ? null : freed.failure.detail;
    rows.push({
      title: secretTitle(secret),
      item: null,
      deleting: secret.deleting,
      problem,
    });
  }
  return rows;
}
