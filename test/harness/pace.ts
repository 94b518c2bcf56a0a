import { ownIntentOf } from '../../src/engine/observe/intent.ts';
import type { Cluster } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { rowsAt } from './rows.ts';
import type { Watch } from './watch.ts';
import type { World } from './world.ts';

/** How long the API server takes for a request (milliseconds): half of it before the effect, half after it. */
export interface Pace {
  ms: number;
}

/** So long after its record a create may leave, and so long it may be on its way (milliseconds). */
const RECORD_COUNTS_MS = 10_000;

/** Makes the API server as slow as a pace says, and watches that no create follows a record that has grown old meanwhile. */
export function keepPace(world: World, pace: Pace): Watch {
  const breaches: string[] = [];
  const pause = (): Promise<void> => new Promise((wake) => world.time.at(world.time.now() + pace.ms / 2, wake));
  const slowly =
    <A extends readonly unknown[], T>(act: (...values: A) => Promise<T>) =>
    async (...values: A): Promise<T> => {
      if (pace.ms === 0) return act(...values);
      await pause();
      const answer = await act(...values);
      await pause();
      return answer;
    };
  world.wire.witnesses.push(({ method, path, body }) => {
    const isCreate = method === 'POST' && rowsAt(world.service, path) !== null;
    const owner = KINDS.flatMap((kind) => world.cluster.all(kind.kind)).find(({ metadata }) => body.includes(`"k8s:${metadata.uid}"`));
    const at = owner === undefined ? undefined : ownIntentOf(owner)?.at;
    if (isCreate && at !== undefined && world.clock.aheadMs === 0 && world.time.now() - at > RECORD_COUNTS_MS)
      breaches.push(`POST ${path} left ${world.time.now() - at} ms after its record`);
    return () => undefined;
  });
  return {
    breaches,
    between: ({ cloud, cluster }) => ({ cloud, cluster: { ...cluster, ...slowed(cluster, slowly) } }),
  };
}

type Slowly = <A extends readonly unknown[], T>(act: (...values: A) => Promise<T>) => (...values: A) => Promise<T>;

/** The requests of a pass to the API server. */
const slowed = (cluster: Cluster, slowly: Slowly): Partial<Cluster> => ({
  refresh: slowly((name) => cluster.refresh(name)),
  patch: slowly((object, patch) => cluster.patch(object, patch)),
  patchStatus: slowly((object, status) => cluster.patchStatus(object, status)),
  getSecret: slowly((namespace, name, reader) => cluster.getSecret(namespace, name, reader)),
  readNote: slowly((name) => cluster.readNote(name)),
  writeNote: slowly((name, text, previous) => cluster.writeNote(name, text, previous)),
});
