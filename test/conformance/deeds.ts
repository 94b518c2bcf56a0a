import { operate, phaseOf } from '../support/operations.ts';
import { endOf, isReady } from './endings.ts';
import { must, reach, type Stand, verbOf, writesToService } from './stand.ts';

/** Checks that the actions of a row were performed in order, and no others. */
export function checkVerbs(stand: Stand, plan: readonly string[], did: readonly string[]): void {
  const stop = plan.findIndex((line) => line.startsWith('wait for ') || line.startsWith('refuse '));
  const lines = stop < 0 || endOf(stand.row) === 'ready' ? plan : plan.slice(0, stop);
  const verbs = lines
    .filter((line) => !line.startsWith('wait for ') && !line.startsWith('refuse '))
    .map(verbOf);
  const left = did.reduce((todo, verb) => (todo[0] === verb ? todo.slice(1) : todo), verbs);
  must(
    stand,
    left.length === 0,
    () => `the row does ${verbs.join(', ')}; done was ${did.join(', ')}`,
  );
  if (plan.length === 0)
    must(stand, did.length === 0, () => `the row does nothing; done was ${did.join(', ')}`);
}

const PHASE: Readonly<Record<ReturnType<typeof endOf>, string>> = {
  ready: 'Succeeded',
  waiting: 'Pending',
  refused: 'Failed',
};

/** Checks that a one-shot action is performed once for its Operation. */
export async function request(stand: Stand): Promise<void> {
  const { verb = '', token = '', parameters } = stand.row.request ?? {};
  const sent = writesToService(stand).length;
  const operation = operate(stand.world.cluster, stand.name, verb, token, parameters);
  const wanted = PHASE[endOf(stand.row)];
  await reach(
    stand,
    `${verb}: ${wanted}`,
    () => phaseOf(stand.world.cluster, operation) === wanted,
  );
  await stand.world.time.advance(5 * 60_000);
  await reach(stand, `ready after ${verb}`, () => isReady(stand));
  must(
    stand,
    wanted !== 'Succeeded' || writesToService(stand).length === sent + 1,
    () => `${verb} sent ${writesToService(stand).slice(sent).join(', ')}`,
  );
}
