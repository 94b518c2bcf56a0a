import { intentIn, ownIntentOf } from '../../src/engine/pass/intent.ts';
import type { Cluster, KubeObject } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { membersOf } from '../../src/model/status-layout.ts';
import { rowsAt } from './rows.ts';
import type { Watch } from './watch.ts';
import type { World } from './world.ts';

/** Latency of the API server (milliseconds): half before the effect, half after it. */
export interface Pace {
  ms: number;
}

/** Longest time from a record to its create, and of the create itself (milliseconds). */
const RECORD_COUNTS_MS = 10_000;

/** Slows the API server down to a pace, and checks that no create follows an outdated record. */
export function keepPace(world: World, pace: Pace): Watch {
  const breaches: string[] = [];
  /** Time at which the record of a create was composed, by owner; the record itself contains a time
   *  from the service's answers, with their latency. */
  const recordedAt = new Map<string, { readonly at: unknown; readonly ms: number }>();
  const noteRecord = (
    { metadata }: KubeObject,
    status: Readonly<Record<string, unknown>>,
  ): void => {
    const at = intentIn(membersOf(status)['intent'])?.at;
    if (at !== undefined && recordedAt.get(metadata.uid)?.at !== at)
      recordedAt.set(metadata.uid, { at, ms: world.time.now() });
  };
  const pause = (): Promise<void> =>
    new Promise((wake) => world.time.at(world.time.now() + pace.ms / 2, wake));
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
    const owner = KINDS.flatMap((kind) => world.cluster.all(kind.kind)).find(({ metadata }) =>
      body.includes(`"k8s:${metadata.uid}"`),
    );
    const record = recordedAt.get(owner?.metadata.uid ?? '');
    const isOfRecord = owner !== undefined && record?.at === ownIntentOf(owner)?.at;
    const ageMs = world.time.now() - (record?.ms ?? 0);
    if (isCreate && isOfRecord && ageMs > RECORD_COUNTS_MS)
      breaches.push(`POST ${path} left ${ageMs} ms after its record`);
    return () => undefined;
  });
  return {
    breaches,
    between: ({ cloud, cluster }) => ({
      cloud,
      cluster: noting({ ...cluster, ...slowed(cluster, slowly) }, noteRecord),
    }),
  };
}

/** Reports each status before it is written. */
const noting = (
  cluster: Cluster,
  note: (object: KubeObject, status: Readonly<Record<string, unknown>>) => void,
): Cluster => ({
  ...cluster,
  patchStatus: (object, status) => {
    note(object, status);
    return cluster.patchStatus(object, status);
  },
});

type Slowly = <A extends readonly unknown[], T>(
  act: (...values: A) => Promise<T>,
) => (...values: A) => Promise<T>;

/** Slows the requests of a pass to the API server. */
const slowed = (cluster: Cluster, slowly: Slowly): Partial<Cluster> => ({
  refresh: slowly((name) => cluster.refresh(name)),
  patch: slowly((object, patch) => cluster.patch(object, patch)),
  patchStatus: slowly((object, status) => cluster.patchStatus(object, status)),
  getSecret: slowly((namespace, name, reader) => cluster.getSecret(namespace, name, reader)),
  readNote: slowly((name) => cluster.readNote(name)),
  writeNote: slowly((name, text, previous) => cluster.writeNote(name, text, previous)),
});
