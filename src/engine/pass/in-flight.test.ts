import { expect, test } from 'vitest';
import { post, put } from '../../model/request.ts';
import { type Call, call } from '../../model/step.ts';
import { type Accepted, forgetShown, noteAccepted, underway } from './in-flight.ts';

const DETACH = call('Detach', post('/volumes/1/detach'));
const RESIZE = call('Resize', post('/volumes/1/resize', { size: 40 }));
const ATTACH = call('Attach', post('/volumes/1/attach', { compute_id: 8 }), [], {
  answers: 'item',
});
const UPDATE = call('Update', put('/volumes/1', { label: 'a' }));
const add = (id: number): Call =>
  call('AddDevice', post('/networking/firewalls/1/devices', { id }));

/** Accepted calls, each with its second, and whether the step may be sent at the end. */
const rows: readonly [
  name: string,
  story: readonly (readonly [Call, number])[],
  step: Call,
  atSecond: number,
  maySend: boolean,
][] = [
  ['an action that was accepted is not sent again at once', [[DETACH, 0]], DETACH, 1, false],
  ['it is sent again when its effect does not show', [[DETACH, 0]], DETACH, 30, true],
  ['another action may be sent meanwhile', [[DETACH, 0]], RESIZE, 1, true],
  [
    'another action does not let it be sent again',
    [
      [DETACH, 0],
      [RESIZE, 1],
    ],
    DETACH,
    2,
    false,
  ],
  ['the same with another body is another', [[add(1), 0]], add(2), 0, true],
  ['what answers with the item shows at once', [[ATTACH, 0]], ATTACH, 1, true],
  ['only actions are slow to show', [[UPDATE, 0]], UPDATE, 1, true],
];

test.for(rows)('%s', ([, story, step, atSecond, maySend]) => {
  const accepted: Accepted = new Map();
  for (const [one, second] of story) noteAccepted(accepted, one, second * 1_000);
  expect(underway(accepted, step, atSecond * 1_000) === null).toBe(maySend);
});

test.for<readonly [name: string, planned: readonly Call[], maySend: boolean]>([
  [
    'while plans ask for it, its effect does not show: it is not sent again',
    [RESIZE, DETACH],
    false,
  ],
  ['once a plan asks for it no more, it may be sent again', [RESIZE], true],
])('%s', ([, planned, maySend]) => {
  const accepted: Accepted = new Map();
  noteAccepted(accepted, DETACH, 0);
  forgetShown(accepted, planned);
  expect(underway(accepted, DETACH, 1_000) === null).toBe(maySend);
});
