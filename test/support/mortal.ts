import type { Cluster } from '../../src/engine/ports/cluster.ts';

/** A process: whether it lives, and what fate has for it at each thing it awaits. What a dead one
 *  awaits never comes. */
export interface Life {
  alive: boolean;
  /** False: another process has the lease, and this one may not write. */
  leads?: boolean;
  /** Asked with a name for every await: `before` kills the process in front of the effect, `after`
   *  behind it. */
  readonly fate: (what: string) => 'live' | 'before' | 'after';
}

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Awaits something as a process that may die on the way. */
export async function living<T>(life: Life, what: string, act: () => Promise<T> | T): Promise<T> {
  if (!life.alive) return never();
  const fate = life.fate(what);
  if (fate === 'before') life.alive = false;
  if (!life.alive) return never();
  const answer = await act();
  if (fate === 'after') life.alive = false;
  return life.alive ? answer : never();
}

/** A cluster as an operator sees it that is limited to namespaces: these alone tell it from
 *  others. */
export const limited = (cluster: Cluster, uid: string): Cluster => ({
  ...cluster,
  uid: () => null,
  home: () => ({ uid, isSure: true }),
});

/** A cluster as one process sees it: once the process is dead, nothing it asks for happens, and
 *  nothing it asked for comes back. */
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
