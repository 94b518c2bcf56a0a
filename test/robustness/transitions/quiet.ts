import { type Account, readAccount } from './account.ts';
import type { Surround } from './surroundings.ts';

/** Time without a write in the idle state. */
const QUIET_MS = 3 * 60_000;

/** A request that may change something, and its answer. */
export interface Sent {
  readonly request: string;
  readonly status: number;
}

/** Records each request that may change something from now on. */
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

/** Checks termination: nothing is sent in the idle state, and nothing is written while the account
 *  is unchanged. A refused request may be repeated: then it is refused again, and only it and its
 *  record are written. */
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

/** The record of a create, and its result. */
const MOST_WRITES = 3;

/** Calls that depend on other items are retried for a quarter of an hour; then a transient guard
 *  every two minutes, others every ten. A list may have three independently refused entries. */
const PATIENCE_MS = 16 * 60_000;
const LONG_MS = 30 * 60_000;
const MOST_REPEATS = 3 * 18;

/** Checks that permanently refused requests are repeated rarely and without effect. */
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
