import type { End } from './endings.ts';
import { must, type Stand, statusOf, writesToService } from './stand.ts';

/** Longer than the shortest rotation of details. */
const QUIET_MS = 12 * 60_000;

/** Time goes by and the operator is restarted: everything is looked at again, and nothing is written, neither to the cluster nor, where all is
 *  well, to the service. */
export async function checkRest(stand: Stand, end: End): Promise<void> {
  if (isCreationRefused(stand)) return;
  const [written, sent, pass] = [stand.world.cluster.writes.length, writesToService(stand).length, stand.world.passes.length];
  await stand.world.time.advance(QUIET_MS);
  checkQuiet(stand, end, 'at rest', [written, sent]);
  await stand.world.stop();
  stand.world.start();
  await stand.world.time.advance(60_000);
  checkQuiet(stand, end, 'after a restart', [written, sent]);
  const passes = stand.world.passes.slice(pass);
  must(stand, passes.length > 0, () => 'nobody looked again');
  const other = end === 'ready' ? passes.find((one) => one.outcome !== 'settled') : undefined;
  must(stand, other === undefined, () => `at rest a pass ended ${String(other?.outcome)}: ${String(other?.detail)}`);
}

/** A creation that the service refuses is tried again now and then, each time under an intent of its own: that is no rest. */
const isCreationRefused = (stand: Stand): boolean =>
  statusOf(stand)['id'] === undefined && ['Rejected', 'Denied'].includes(stand.world.condition(stand.name, 'Synced')?.reason ?? '');

function checkQuiet(stand: Stand, end: End, when: string, [written, sent]: readonly [number, number]): void {
  const writes = stand.world.cluster.writes.slice(written);
  must(stand, writes.length === 0, () => `${when} there was written ${writes.slice(0, 5).join(', ')}`);
  const news = end === 'ready' ? writesToService(stand).slice(sent) : [];
  must(stand, news.length === 0, () => `${when} the plan is not empty: ${news.slice(0, 5).join(', ')}`);
}
