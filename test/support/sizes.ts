import type { Watch } from './watch.ts';
import type { World } from './world.ts';

/** Limit of a status in characters, well below the API server's limit of an object. */
export const MOST_OF_STATUS = 256 * 1024;

/** Checks that a status stays far below the API server's limit, so that it can always be
 *  written. */
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
