import type { Watch } from './watch.ts';
import type { World } from './world.ts';

/** Characters of a status: well below what the API server takes of an object. */
export const MOST_OF_STATUS = 256 * 1024;

/** A status stays far below what the API server takes, so that it can always be written. */
export function keepSmall({ cluster }: World): Watch {
  const breaches: string[] = [];
  cluster.listen((before, after) => {
    if (after === undefined || after.status === before?.status) return;
    const size = JSON.stringify(after.status ?? null).length;
    if (size >= MOST_OF_STATUS)
      breaches.push(`the status of ${after.kind}/${after.metadata.name} has ${size} characters`);
  });
  return { breaches };
}
