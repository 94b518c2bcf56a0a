import type { KubeFailure } from '../engine/ports/cluster.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import type { KubeClient } from './api/client.ts';
import type { Resource } from './resources.ts';
import type { Time } from './time.ts';

/** The kinds whose definitions are being removed from the cluster. */
export interface Definitions {
  /** See `Cluster.isDefinitionGoing`. Concurrent callers share one request. */
  isGoing(kind: string, withinMs: number): Promise<Result<boolean, KubeFailure>>;
}

interface Look {
  readonly at: number;
  readonly verbs: ReturnType<KubeClient['verbs']>;
}

/** Reads definitions from discovery, which needs no permissions: a definition that is being removed
 *  does not allow creates. The kinds are of one group. */
export function createDefinitions(
  client: KubeClient,
  time: Time,
  kinds: readonly Resource[],
): Definitions {
  let last: Look | null = null;
  const look = (resource: Resource, withinMs: number): Look => {
    const now = time.elapsed();
    if (last === null || last.at < now - withinMs)
      last = { at: now, verbs: client.verbs(resource) };
    return last;
  };
  return {
    isGoing: async (kind, withinMs) => {
      const resource = kinds.find((one) => one.kind === kind);
      if (resource === undefined)
        return fail({ code: 'Unwritable', detail: `${kind} is not among the kinds that are kept` });
      const asked = look(resource, withinMs);
      const verbs = await asked.verbs;
      if (!verbs.ok) {
        if (last === asked) last = null;
        return verbs;
      }
      const served = verbs.value.get(resource.plural);
      return served === undefined ? notServed(kind) : ok(!served.includes('create'));
    },
  };
}

/** Builds the failure for an unlisted kind. A definition that is being removed stays listed until
 *  its last object is gone: an unlisted one indicates a server that has just started. */
const notServed = (kind: string): Result<never, KubeFailure> =>
  fail({
    code: 'Unreachable',
    detail: `the API server does not list ${kind} at the moment, so that nothing is known of its definition`,
  });
