import { Copy } from '../../engine/copy.ts';
import { isHeld, withoutFinalizer } from '../../engine/custody.ts';
import { keepSecrets } from '../../engine/desire/made-secrets.ts';
import { parseSubject } from '../../engine/desire/subject.ts';
import type { Cluster, KubeFailure, KubeObject } from '../../engine/ports/cluster.ts';
import type { AnyKind } from '../../model/kind.ts';

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

/** Lets every object of these kinds go, and every Secret that was kept for them, and leaves what is in the accounts as it is. No operator may run. */
export async function detachAll(cluster: Cluster, kinds: readonly AnyKind[]): Promise<readonly Detached[]> {
  const rows: Detached[] = [];
  for (const kind of kinds) for (const object of cluster.all(kind.kind)) rows.push(await detach(cluster, kind, object));
  return [...rows, ...(await freeSecrets(cluster))];
}

/** The Secrets made for the object stay with its item; then our finalizer goes. */
async function detach(cluster: Cluster, kind: AnyKind, object: KubeObject): Promise<Detached> {
  const subject = parseSubject(kind, object);
  const { id, account } = subject.status;
  const failure = (await keepSecrets(cluster, subject)) ?? (await release(cluster, object));
  return {
    title: subject.title,
    item: id === undefined ? null : { id, account: account ?? 'unknown' },
    deleting: object.metadata.deletionTimestamp !== undefined,
    problem: failure?.detail ?? null,
  };
}

const TRIES = 3;

/** Others may write to the object meanwhile: then it is read again. */
async function release(cluster: Cluster, object: KubeObject): Promise<KubeFailure | null> {
  let newest: KubeObject | null = object;
  for (let tries = 1; newest !== null; tries++) {
    const released = await new Copy(cluster, newest).release();
    if (released.ok || released.failure.code === 'Gone') return null;
    if (released.failure.code !== 'Conflict' || tries === TRIES) return released.failure;
    const read = await cluster.refresh({ kind: object.kind, namespace: object.metadata.namespace, name: object.metadata.name });
    if (!read.ok) return read.failure;
    newest = read.value;
  }
  return null;
}

async function freeSecrets(cluster: Cluster): Promise<readonly Detached[]> {
  const held = await cluster.heldSecrets();
  if (!held.ok) return [{ title: 'the Secrets in use', item: null, deleting: false, problem: held.failure.detail }];
  const rows: Detached[] = [];
  for (const secret of held.value.filter(isHeld)) {
    const freed = await cluster.patchSecret(secret, withoutFinalizer(secret));
    const problem = freed.ok || freed.failure.code === 'Gone' ? null : freed.failure.detail;
    rows.push({ title: `Secret ${secret.namespace}/${secret.name}`, item: null, deleting: secret.deleting, problem });
  }
  return rows;
}
