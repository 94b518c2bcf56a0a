import { formatKey } from '../../src/model/object-key.ts';
import type { End } from './endings.ts';
import { must, type Stand, statusOf, writesToService } from './stand.ts';

/** Longer than the shortest rotation of details. */
const QUIET_MS = 12 * 60_000;

/** Advances the clock and restarts the operator: everything is read again, and nothing is written,
 *  neither to the cluster nor, in the ready state, to the service. */
export async function checkRest(stand: Stand, end: End): Promise<void> {
  if (isCreationRefused(stand)) return checkTries(stand);
  const [written, sent, pass] = [
    stand.world.cluster.writes.length,
    writesToService(stand).length,
    stand.world.passes.length,
  ];
  await stand.world.time.advance(QUIET_MS);
  checkQuiet(stand, end, 'at rest', [written, sent]);
  await stand.world.stop();
  stand.world.start();
  await stand.world.time.advance(60_000);
  checkQuiet(stand, end, 'after a restart', [written, sent]);
  const passes = stand.world.passes.slice(pass);
  must(stand, passes.length > 0, () => 'no pass ran again');
  const other = end === 'ready' ? passes.find((one) => one.outcome !== 'settled') : undefined;
  must(
    stand,
    other === undefined,
    () => `at rest a pass ended ${String(other?.outcome)}: ${String(other?.detail)}`,
  );
}

/** Reports a refused create, which is retried at intervals: only the service can tell whether it
 *  would be accepted. */
const isCreationRefused = (stand: Stand): boolean =>
  statusOf(stand)['id'] === undefined &&
  ['Rejected', 'Denied'].includes(stand.world.condition(stand.name, 'Synced')?.reason ?? '');

/** Checks the retries: each request has a write before it that prevents a duplicate, and one after
 *  it that ends it; nothing else is written, and nothing is reported again. */
async function checkTries(stand: Stand): Promise<void> {
  const { world, name } = stand;
  const [written, sent, told] = [
    world.cluster.writes.length,
    writesToService(stand).length,
    JSON.stringify(statusOf(stand)),
  ];
  await world.time.advance(2 * QUIET_MS);
  const [writes, requests] = [
    world.cluster.writes.slice(written),
    writesToService(stand).slice(sent),
  ];
  const others = writes.filter((write) => write !== `patchStatus ${formatKey(name)}`);
  must(
    stand,
    others.length === 0,
    () => `between refusals there was written ${others.slice(0, 5).join(', ')}`,
  );
  must(
    stand,
    writes.length === 2 * requests.length,
    () => `${writes.length} writes for ${requests.length} requests that were refused`,
  );
  must(
    stand,
    requests.length > 0 && requests.length < 4,
    () => `${requests.length} requests that were refused in ${(2 * QUIET_MS) / 60_000} min`,
  );
  must(
    stand,
    JSON.stringify(statusOf(stand)) === told,
    () => `a refusal that stays is reported again: ${JSON.stringify(statusOf(stand))}`,
  );
}

function checkQuiet(
  stand: Stand,
  end: End,
  when: string,
  [written, sent]: readonly [number, number],
): void {
  const writes = stand.world.cluster.writes.slice(written);
  must(
    stand,
    writes.length === 0,
    () => `${when} there was written ${writes.slice(0, 5).join(', ')}`,
  );
  const news = end === 'ready' ? writesToService(stand).slice(sent) : [];
  must(
    stand,
    news.length === 0,
    () => `${when} the plan is not empty: ${news.slice(0, 5).join(', ')}`,
  );
}
