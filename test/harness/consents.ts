import type { Account } from '../../src/engine/ports/cloud.ts';
import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import type { Write } from '../../src/model/request.ts';
import { isDestroying, isItem, itemIn } from './paths.ts';
import { rowsAt } from './rows.ts';
import { bound, cloudWith, type Watch } from './watch.ts';
import type { World } from './world.ts';

/** A consent is used once: what it destroyed comes back, and no request goes out for the same annotation that destroys it again. A request that is repeated
 *  while reads still show what it destroyed is the same use: the service has nothing left for it to destroy. */
export function keepConsents(world: World): Required<Watch> {
  const breaches: string[] = [];
  /** The annotation that a request was sent for, by owner and request. */
  const used = new Map<string, string>();
  const watched = (account: Account): Account => ({
    ...bound(account),
    write: async (write, cause, room) => {
      const use = useOf(world, write);
      if (use === null) return account.write(write, cause, room);
      if (used.get(use.key) === use.consent && destroysAgain(world, write))
        breaches.push(`${write.method} ${write.path} with a consent that was used before`);
      const written = await account.write(write, cause, room);
      if (written.ok) used.set(use.key, use.consent);
      return written;
    },
  });
  return { breaches, between: ({ cloud, cluster }) => ({ cluster, cloud: cloudWith(cloud, watched) }) };
}

/** The consent that a request is sent with; null where it needs none. */
function useOf({ cluster }: World, { method, path }: Write): { readonly key: string; readonly consent: string } | null {
  if (isItem(path) || !isDestroying({ method, path, body: '' })) return null;
  const id = Number(itemIn(path)?.split('/').at(-1));
  const owner = cluster.everything().find((object) => asRecord(object.status)['id'] === id && asks(object));
  const consent = owner?.metadata.annotations?.[ANNOTATION.consent];
  return owner === undefined || consent === undefined ? null : { key: `${owner.metadata.uid} ${method} ${path}`, consent };
}

const asks = ({ spec, metadata }: KubeObject): boolean =>
  metadata.deletionTimestamp === undefined && asRecord(asRecord(spec)['policy'])['consent'] !== 'Auto';

/** Whether a repeated request has something to destroy: backups that are on again, or a pool whose id the service still has. Any other request destroys
 *  each time. */
function destroysAgain({ service }: World, { path }: Write): boolean {
  const [, machine] = /^\/compute\/instances\/(\d+)\/backups\/cancel$/.exec(path) ?? [];
  if (machine !== undefined) return asRecord(asRecord(rowOf(service, '/compute/instances', machine))['backups'])['enabled'] === true;
  const [, pools, pool] = /^(\/kube\/clusters\/\d+\/pools)\/(\d+)$/.exec(path) ?? [];
  return pools === undefined || pool === undefined || rowOf(service, pools, pool) !== undefined;
}

const rowOf = (service: World['service'], path: string, row: string) => rowsAt(service, path)?.find(({ id }) => id === Number(row));
