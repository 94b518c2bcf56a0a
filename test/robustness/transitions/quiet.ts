import { type Account, readAccount } from './account.ts';
import type { Surround } from './surroundings.ts';

/** Nothing is written for so long after all is at rest. */
const QUIET_MS = 3 * 60_000;

/** A request that may change something, and its answer. */
export interface Sent {
  readonly request: string;
  readonly status: number;
}

/** Writes down each request that may change something, from now on. */
export function record({ world: { wire } }: Surround): Sent[] {
  const sent: Sent[] = [];
  const { garble } = wire;
  wire.garble = (answer, request) => {
    if (request.method !== 'GET')
      sent.push({
        request: `${request.method} ${request.url.pathname.replace('/v4', '')}`,
        status: answer.status,
      });
    return garble(answer, request);
  };
  return sent;
}

const isSame = (a: Account, b: Account): boolean =>
  JSON.stringify([...a]) === JSON.stringify([...b]);

/** It ends: nothing is sent once all is at rest, and nothing is written while the account stays as
 *  it is. What is refused may be asked for again: then that request is refused again, and only it
 *  and its record are written. */
export async function quiet(
  surround: Surround,
  account: Account,
  isTroubled: boolean,
): Promise<readonly string[]> {
  const { world } = surround;
  const written = world.cluster.writes.length;
  const sent = record(surround);
  await world.time.advance(QUIET_MS);
  const stays = isSame(account, readAccount(world));
  const news = stays ? world.cluster.writes.slice(written) : [];
  const refused = sent.filter(({ status }) => status >= 400);
  const isRepeated = isTroubled && stays && news.length <= MOST_WRITES * refused.length;
  const late = isTroubled ? sent.filter(({ status }) => status < 400) : sent;
  return [...(isRepeated ? [] : news), ...late.map(({ request }) => request)].map(
    (one) => `at rest there was written ${one}`,
  );
}

/** The record of a create, and how it ended. */
const MOST_WRITES = 3;

/** What depends on other items is tried for a quarter of an hour; then a guard that may pass by
 *  itself is asked once in two minutes, anything else once in ten. A list may have three entries
 *  that are refused each for itself. */
const PATIENCE_MS = 16 * 60_000;
const LONG_MS = 30 * 60_000;
const MOST_REPEATS = 3 * 18;

/** What is refused for good is asked for seldom, and nothing comes of it. */
export async function repeats(surround: Surround, objects: number): Promise<readonly string[]> {
  const { world } = surround;
  await world.time.advance(PATIENCE_MS);
  const before = readAccount(world);
  const written = world.cluster.writes.length;
  const sent = record(surround);
  await world.time.advance(LONG_MS);
  const most = MOST_REPEATS * objects;
  const writes = world.cluster.writes.slice(written);
  return [
    ...(sent.length <= most
      ? []
      : [`refused requests are repeated: ${sent.map(({ request }) => request).join(', ')}`]),
    ...(writes.length <= MOST_WRITES * sent.length
      ? []
      : [`at rest there was written ${writes.join(', ')}`]),
    ...(isSame(before, readAccount(world)) ? [] : ['half an hour later the account has changed']),
  ];
}
