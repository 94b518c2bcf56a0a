import type { KubeFailure } from '../engine/ports/cluster.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import type { KubeClient } from './api/client.ts';
import type { Resource } from './resources.ts';
import type { Time } from './time.ts';

/** Which of our kinds are being taken out of the cluster. */
export interface Definitions {
  /** See `Cluster.isDefinitionGoing`. Many who ask at once are told by one look. */
  isGoing(kind: string, withinMs: number): Promise<Result<boolean, KubeFailure>>;
}

interface Look {
  readonly at: number;
  readonly verbs: ReturnType<KubeClient['verbs']>;
}

/** Discovery tells it to everybody, without a right beyond: while a definition is being removed, nothing can be created of it. The kinds are of one group. */
export function createDefinitions(client: KubeClient, time: Time, kinds: readonly Resource[]): Definitions {
  let last: Look | null = null;
  const look = (resource: Resource, withinMs: number): Look => {
    const now = time.elapsed();
    if (last === null || last.at < now - withinMs) last = { at: now, verbs: client.verbs(resource) };
    return last;
  };
  return {
    isGoing: async (kind, withinMs) => {
      const resource = kinds.find((one) => one.kind === kind);
      if (resource === undefined) return fail({ code: 'Unwritable', detail: `${kind} is not among the kinds that are kept` });
      const asked = look(resource, withinMs);
      const verbs = await asked.verbs;
      if (!verbs.ok) {
        if (last === asked) last = null;
        return verbs;
      }
      return ok(verbs.value.get(resource.plural)?.includes('create') !== true);
    },
  };
}
