import { type Refusal, refuse } from '../../core/reply.ts';
import { isRecorded, type World } from '../../core/world.ts';

const isSixth = (entry: string): boolean => entry.includes(':');

/** Refuses invalid entries; the recorded service accepts only IPv4. Source:
 *  databases#allow-list. */
export const allowListRefused = (
  world: World,
  entries: readonly string[] | undefined,
): Refusal | undefined =>
  isRecorded(world) && entries?.some(isSixth) === true
    ? refuse('Must be a list of IPv4 addresses and ranges', 'allow_list')
    : undefined;

const suffixed = (entry: string): string =>
  entry.includes('/') ? entry : `${entry}${isSixth(entry) ? '/128' : '/32'}`;

/** Returns an allow list in stored form: as sent in the recordings, single addresses with their
 *  suffix in the documents. Source: databases#allow-list. */
export const keptAllowList = (world: World, entries: readonly string[]): readonly string[] =>
  isRecorded(world) ? entries : entries.map(suffixed);
