import { expect, test } from 'vitest';
import { ownerCall } from '../support/outsider.ts';
import type { History, Step } from './histories/deed.ts';
import { live } from './histories/live.ts';
import { performedTwice } from './histories/operations.ts';
import { perform } from './histories/perform.ts';
import { search } from './histories/search.ts';
import { idOf, newStage } from './histories/stage.ts';

/** Number of histories; every run has the same ones. `npm run histories` runs any number of
 *  others. */
const RUNS = 6;
/** Time limit, which reduces their number on a busy machine; a started history is always
 *  completed. */
const WITHIN_MS = 90_000;

test('whatever users, others, faults, deaths and changes of leaders do, nothing is lost and all ends well', {
  timeout: 900_000,
}, async () => {
  const { runs, failure } = await search({ runs: RUNS, seed: 20_261_121, withinMs: WITHIN_MS });
  expect(failure?.text ?? 'nothing is wrong').toBe('nothing is wrong');
  expect(runs).toBeGreaterThan(0);
});

const apply = (who: string, policy = 0): Step => ({
  deed: { do: 'apply', who, spec: 0, policy },
  thenMs: 900_000,
});
const SNAPSHOT: Step = { deed: { do: 'snapshot' }, thenMs: 1_000 };
const PUT_BACK: Step = { deed: { do: 'put back', how: 'killed' }, thenMs: 300_000 };

test.each<readonly [what: string, history: History]>([
  ['at once', [apply('MySQLDatabase/shop'), SNAPSHOT, PUT_BACK]],
  [
    'before an item was made',
    [apply('MySQLDatabase/shop', 3), SNAPSHOT, apply('MySQLDatabase/shop'), PUT_BACK],
  ],
  [
    'after its item was deleted',
    [
      apply('Volume/data'),
      SNAPSHOT,
      { deed: { do: 'delete', who: 'Volume/data' }, thenMs: 600_000 },
      PUT_BACK,
    ],
  ],
])(
  'a cluster that is put back to a copy of etcd loses nothing and makes no twin: %s',
  async (_, history) => {
    expect(await live(history)).toEqual([]);
  },
);

const REBOOT: Step = { deed: { do: 'reboot' }, thenMs: 500 };
const READY = apply('Instance/web');

test.each<readonly [what: string, history: History]>([
  [
    'the process dies',
    [
      READY,
      { deed: { do: 'die', at: 12, side: 'after' }, thenMs: 0 },
      REBOOT,
      REBOOT,
      { deed: { do: 'stop' }, thenMs: 600_000 },
    ],
  ],
  [
    'the leader changes',
    [READY, REBOOT, { deed: { do: 'hand over', asleepMs: 60_000 }, thenMs: 0 }, REBOOT],
  ],
  [
    'the API server fails',
    [READY, { deed: { do: 'fail cluster', how: 0, times: 4 }, thenMs: 0 }, REBOOT, REBOOT],
  ],
  [
    'another writer changes the status',
    [
      READY,
      REBOOT,
      { deed: { do: 'spoil status', who: 'Instance/web', how: [0], which: 0 }, thenMs: 300_000 },
    ],
  ],
  ['the cluster is put back', [READY, SNAPSHOT, REBOOT, PUT_BACK]],
])('no Operation is performed twice where %s', async (_, history) => {
  expect(await live(history)).toEqual([]);
});

test('the count of reboots shows one that no Operation asked for', async () => {
  const stage = newStage();
  await perform(stage, READY);
  const id = idOf(stage, 'Instance/web');
  expect(performedTwice(stage)).toEqual([]);
  ownerCall(stage.world, 'POST', `/compute/instances/${id}/reboot`, {});
  expect(performedTwice(stage)).toEqual([
    '1 reboots of 0 Operations, 0 of them from a copy of etcd',
  ]);
  await stage.world.stop();
});
