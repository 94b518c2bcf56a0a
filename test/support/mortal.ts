import type { Cluster } from '../../src/engine/ports/cluster.ts';

/** A process: whether it is alive, and its fate at each await. Awaits of a dead process never
 *  resolve. */
export interface Life {
  alive: boolean;
  /** False: another process has the lease, and this one may not write. */
  leads?: boolean;
  /** Called by name for every await: `before` kills the process before the effect, `after` after
   *  it. */
  readonly fate: (what: string) => 'live' | 'before' | 'after';
}

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Awaits an operation of a process that may die meanwhile. */
export async function living<T>(life: Life, what: string, act: () => Promise<T> | T): Promise<T> {
  if (!life.alive) return never();
  const fate = life.fate(what);
  if (fate === 'before') life.alive = false;
  if (!life.alive) return never();
  const answer = await act();
  if (fate === 'after') life.alive = false;
  return life.alive ? answer : never();
}

/** Wraps a cluster for an operator that is limited to namespaces, which are its only identity. */
export const limited = (cluster: Cluster, uid: string): Cluster => ({
  ...cluster,
  uid: () => null,
  home: () => ({ uid, isSure: true }),
});

/** Wraps a cluster for one process: after its death, no request has an effect or an answer. */
export function mortal(cluster: Cluster, life: Life): Cluster {
  return {
    uid: () => cluster.uid(),
    home: (namespace) => cluster.home(namespace),
    get: (name) => cluster.get(name),
    list: (kind, namespace) => cluster.list(kind, namespace),
    all: (kind) => cluster.all(kind),
    sizeOf: (object) => cluster.sizeOf(object),
    namespaceTerminating: (namespace) => cluster.namespaceTerminating(namespace),
    readNote: (name) => living(life, 'readNote', () => cluster.readNote(name)),
    writeNote: (name, text, previous) =>
      living(life, 'writeNote', () => cluster.writeNote(name, text, previous)),
    isDefinitionGoing: (kind, withinMs) =>
      living(life, 'isDefinitionGoing', () => cluster.isDefinitionGoing(kind, withinMs)),
    emit: (object, event) => (life.alive ? cluster.emit(object, event) : undefined),
    refresh: (name) => living(life, 'refresh', () => cluster.refresh(name)),
    patch: (object, patch) =>
      living(life, `patch ${object.kind}`, () => cluster.patch(object, patch)),
    patchStatus: (object, status) =>
      living(life, `patchStatus ${object.kind}`, () => cluster.patchStatus(object, status)),
    remove: (object) => living(life, `remove ${object.kind}`, () => cluster.remove(object)),
    getSecret: (namespace, name, reader) =>
      living(life, 'getSecret', () => cluster.getSecret(namespace, name, reader)),
    putSecret: (draft, previous) =>
      living(life, 'putSecret', () => cluster.putSecret(draft, previous)),
    putConfigMap: (draft) => living(life, 'putConfigMap', () => cluster.putConfigMap(draft)),
    heldSecrets: (marks) => living(life, 'heldSecrets', () => cluster.heldSecrets(marks)),
    patchSecret: (secret, patch) =>
      living(life, 'patchSecret', () => cluster.patchSecret(secret, patch)),
  };
}
