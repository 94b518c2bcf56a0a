import type { KubeObject, ObjectName } from '../../../src/engine/ports/cluster.ts';
import { type Connection, connect } from '../../../src/kube/connect.ts';
import type { Watching } from '../../../src/kube/watching.ts';
import { GADGETS } from './gadgets.ts';
import { type Recorded, recorder } from './recorder.ts';

/** The adapter on a real API server, with gadgets. */
export interface LiveRig {
  readonly connection: Connection;
  readonly watching: Watching;
  readonly recorded: Recorded;
  /** Names of the changed objects, in order. */
  readonly changed: string[];
  /** Names of the readers that a Secret woke, in order. */
  readonly woken: string[];
  /** Returns the store as name@version, sorted. */
  readonly held: () => readonly string[];
  /** Returns the stored object; throws when there is none. */
  readonly object: (namespace: string, name: string) => KubeObject;
}

/** @param namespaces null: all */
export async function liveRig(
  kubeconfig: string,
  namespaces: readonly string[] | null = null,
): Promise<LiveRig> {
  const { observer, recorded } = recorder();
  const connection = await connect({ kubeconfig, observer });
  if (!connection.ok) throw new Error(connection.failure.detail);
  const changed: string[] = [];
  const woken: string[] = [];
  const watching = connection.value.watch({
    kinds: [GADGETS],
    namespaces,
    ownNamespace: 'default',
    reporter: 'cloudinfra-operator',
    onObject: (before, after) => changed.push((after ?? before)?.metadata.name ?? ''),
    onSecret: (readers) => woken.push(...readers.map(({ name }) => name)),
  });
  const { cluster } = watching;
  return {
    connection: connection.value,
    watching,
    recorded,
    changed,
    woken,
    held: () =>
      cluster
        .all(GADGETS.kind)
        .map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)
        .sort(),
    object: (namespace, name) => {
      const found = cluster.get(gadget(namespace, name));
      if (found === undefined) throw new Error(`${name} is not kept`);
      return found;
    },
  };
}

export const gadget = (namespace: string, name: string): ObjectName => ({
  kind: GADGETS.kind,
  namespace,
  name,
});
