import type { AnyKind } from '../../src/model/kind.ts';
import { titleOf } from '../../src/model/object-key.ts';
import { asRecord } from '../../src/model/parse.ts';
import { isReady } from './invariants.ts';
import { ownerCall } from './outsider.ts';
import type { World } from './world.ts';

/** Path of the connection data of an item, and the function that extracts the value in the
 *  Secret. */
const DATA: Readonly<
  Record<string, readonly [below: string, told: (body: Record<string, unknown>) => unknown]>
> = {
  MySQLDatabase: ['/credentials', ({ password }) => password],
  KubeCluster: [
    '/kubeconfig',
    ({ kubeconfig }) => Buffer.from(String(kubeconfig), 'base64').toString('utf8'),
  ],
};

/** Checks that each holder of an item has the Secret with its current contents, when all objects
 *  are idle. */
export const presentSecrets = (world: World, kinds: readonly AnyKind[]): readonly string[] =>
  kinds.flatMap((kind) => {
    const [below, told] = DATA[kind.kind] ?? [];
    if (below === undefined || told === undefined || kind.secretSuffix === undefined) return [];
    const path = kind.collection({ spec: {}, name: '', mark: null, secrets: {} });
    return world.cluster.all(kind.kind).flatMap((object) => {
      const { id } = asRecord(object.status);
      if (!isReady(object) || typeof id !== 'number') return [];
      const { namespace, name } = object.metadata;
      const answer = ownerCall(world, 'GET', `${path}/${id}${below}`);
      const wanted = told(asRecord(answer.body));
      const secret = world.cluster.secrets.get(namespace, `${name}-${kind.secretSuffix}`);
      const values = Object.values(secret?.contents ?? {}).map((value) => value.reveal());
      if (values.some((value) => value === wanted)) return [];
      const title = titleOf({ kind: kind.kind, namespace, name });
      return [`${title}: its Secret has not what the service tells of item ${id} now`];
    });
  });
