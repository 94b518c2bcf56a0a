import { ANNOTATION } from '../../src/model/group.ts';
import { endOf, isReady } from './endings.ts';
import { must, reach, type Stand, statusOf, verbOf, writesToService } from './stand.ts';

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

const STATE: Readonly<Record<ReturnType<typeof endOf>, string>> = {
  ready: 'Done',
  waiting: 'Waiting',
  refused: 'Refused',
};

/** Checks that a one-shot action is performed once per token. */
export async function request(stand: Stand): Promise<void> {
  const { verb = '', token = '' } = stand.row.request ?? {};
  const sent = writesToService(stand).length;
  stand.world.cluster.annotate(stand.name, { [ANNOTATION.request(verb)]: token });
  const state = () =>
    (
      statusOf(stand)['requests'] as
        | Readonly<Record<string, { readonly state: string }>>
        | undefined
    )?.[verb]?.state ?? '';
  const wanted = STATE[endOf(stand.row)];
  await reach(stand, `${verb}: ${wanted}`, () => state() === wanted);
  await stand.world.time.advance(5 * 60_000);
  await reach(stand, `ready after ${verb}`, () => isReady(stand));
  must(
    stand,
    wanted !== 'Done' || writesToService(stand).length === sent + 1,
    () => `${verb} sent ${writesToService(stand).slice(sent).join(', ')}`,
  );
}
