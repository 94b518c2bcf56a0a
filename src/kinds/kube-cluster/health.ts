import type { Health } from '../../model/outcome.ts';
import { lackOf } from './readiness.ts';
import type { Past, Seen, Wish } from './terms.ts';

/** Whether the cluster can be used: it is reachable, and every pool has its nodes. */
export function clusterHealth(_desired: Wish, seen: Seen, recorded: Past): Health {
  const lack = lackOf(seen, recorded);
  return lack === null
    ? { ready: true, reason: 'Ready', message: 'the cluster is reachable and has its nodes' }
    : { ready: false, reason: lack.reason, message: `waiting for ${lack.what}` };
}
