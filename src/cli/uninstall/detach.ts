import { keepSecrets } from '../../engine/desire/made-secrets.ts';
import { Copy } from '../../engine/pass/copy.ts';
import { parseSubject } from '../../engine/pass/subject.ts';
import type { Cluster, KubeFailure, KubeObject } from '../../engine/ports/cluster.ts';
import { isHeld, withoutFinalizer } from '../../engine/term/custody.ts';
import { type Self, servedBy, serves } from '../../engine/term/operator-identity.ts';
import { custodyMarks } from '../../model/group.ts';
import type { AnyKind } from '../../model/kind.ts';
import { secretTitle } from '../../model/object-key.ts';

/** What became of one object, or of one Secret that objects used. */
export interface Detached {
  /** `Volume default/data`. */
  readonly title: string;
  /** The item that stays in the account; null where there is none. */
  readonly item: { readonly id: number; readonly account: string } | null;
  /** The object was being deleted, and goes now while its item stays. */
  readonly deleting: boolean;
  /** What stood against it; null: it is detached. */
  readonly problem: string | null;
}

/** Lets every object of these kinds and of one class go, and every Secret that was kept for them,
 *  and leaves what is in the accounts as it is. No operator of the class may run. */
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

/** The Secrets made for the object stay with its item; then our finalizer goes. */
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

/** Others may write to the object meanwhile: then it is read again. The name of its operator goes
 *  first: the next one takes the object over. */
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
