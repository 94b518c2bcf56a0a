import type { Cluster, KubeObject, ObjectName } from '../../../src/engine/ports/cluster.ts';
import { createClient } from '../../../src/kube/api/client.ts';
import type { Resource } from '../../../src/kube/resources.ts';
import { startWatching, type Watching } from '../../../src/kube/watching.ts';
import { type KubeTime, kubeTime } from './kube-time.ts';
import { MemoryApi } from './memory-api.ts';
import { type Recorded, recorder } from './recorder.ts';

export const GADGETS: Resource = {
  group: 'test.dev',
  version: 'v1',
  plural: 'gadgets',
  kind: 'Gadget',
};
export const COLLECTION = 'test.dev/v1/gadgets';

/** The port to a cluster in memory, with one kind and two objects of it, `a` and `b` in `ns`. */
export interface WatchingRig {
  readonly api: MemoryApi;
  readonly time: KubeTime;
  readonly cluster: Cluster;
  readonly watching: Watching;
  readonly recorded: Recorded;
  /** Names of the changed objects, in order. */
  readonly changed: string[];
  /** Names of the readers that a Secret woke, in order. */
  readonly woken: string[];
  /** Returns the stored object; throws when there is none. */
  readonly object: (name: string) => KubeObject;
}

/** @param prepare sets the content or the faults of the API server before the start */
export async function watchingRig(
  prepare: (api: MemoryApi) => void = () => undefined,
): Promise<WatchingRig> {
  const api = new MemoryApi();
  for (const name of ['a', 'b'])
    api.objects.put(COLLECTION, { metadata: { name, namespace: 'ns', finalizers: ['mine'] } });
  prepare(api);
  const time = kubeTime();
  const { observer, recorded } = recorder();
  const changed: string[] = [];
  const woken: string[] = [];
  const client = createClient(api, () => true);
  const watching = startWatching(
    { client, time, observer },
    {
      kinds: [GADGETS],
      namespaces: null,
      ownNamespace: 'default',
      reporter: 'cloudinfra-operator',
      onObject: (before, after) => changed.push((after ?? before)?.metadata.name ?? ''),
      onSecret: (readers) => woken.push(...readers.map(({ name }) => name)),
    },
  );
  await time.settle();
  changed.length = 0;
  const object = (name: string): KubeObject => {
    const found = watching.cluster.get(named(name));
    if (found === undefined) throw new Error(`${name} is not there`);
    return found;
  };
  return { api, time, cluster: watching.cluster, watching, recorded, changed, woken, object };
}

export const named = (name: string): ObjectName => ({ kind: 'Gadget', namespace: 'ns', name });
