import { describe, expect, test } from 'vitest';
import { OPERATION_UID, type Scene, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { answerTo, isToCome } from './answers.ts';
import type { Records } from './records.ts';
import { type Asked, operationOn } from './requests.ts';

const AT = new Date(NOW).toISOString();
const DAY = 24 * 60 * 60_000;
const before = (ms: number): string => new Date(NOW - ms).toISOString();
const SHORT = 'x'.repeat(8_192);
const LONG = `${SHORT}x`;
const LARGEST = 'x'.repeat(1_048_576 - 1_024);
const answering = (
  value: string | null | Failure,
  record?: Pick<Records[string], 'changedAt' | 'state'>,
): Scene => ({
  kind: {
    answers: {
      ReadZone: { does: '', read: () => ({ path: '/zone', schema: null as never, paged: false }) },
    },
  },
  operations: { now: { verb: 'ReadZone' } },
  ...(record === undefined
    ? {}
    : { status: { operations: { [OPERATION_UID]: { ...NAMED, ...record } } } }),
  account: {
    read: async () =>
      (value === null || typeof value === 'string' ? ok(value) : fail(value)) as never,
  },
});
const NAMED = { name: 'now', verb: 'ReadZone' };
const askedIn = (pass: ReturnType<typeof stage>['pass']): Asked => ({
  operation: operationOn(pass),
  steps: [],
  record: {},
  reads: true,
});
const BUSY: Failure = { code: 'Busy', detail: 'busy' };
const NONE = { state: 'Waiting', message: 'the service has no answer yet' };

describe('an answer', () => {
  test.each<[string, Scene, object]>([
    ['that is short stands in the status', answering(SHORT), { state: 'Done', text: SHORT }],
    ['that is long stands in a ConfigMap', answering(LONG), { state: 'Done', configMap: 'now' }],
    ['that just fits stands there too', answering(LARGEST), { state: 'Done', configMap: 'now' }],
    [
      'that fits nowhere is refused',
      answering(`${LARGEST}x`),
      {
        state: 'Refused',
        message:
          'the answer has 1047553 bytes, more than a ConfigMap holds; read it from the service',
      },
    ],
    ['that is not there yet is waited for', answering(null), { ...NONE }],
    ['that fails for now is waited for', answering(BUSY), { state: 'Waiting', message: 'busy' }],
    [
      'that fails for good is refused',
      answering({ code: 'Denied', detail: 'no' }),
      { state: 'Refused', message: 'no' },
    ],
    [
      'that is awaited shows since when',
      answering(null, { changedAt: before(60_000), ...NONE }),
      { changedAt: before(60_000), ...NONE },
    ],
    [
      'that came is of now',
      answering('ok', { changedAt: before(60_000), ...NONE }),
      { state: 'Done', text: 'ok' },
    ],
    [
      'is waited for nearly a day',
      answering(null, { changedAt: before(DAY - 1), ...NONE }),
      { changedAt: before(DAY - 1), ...NONE },
    ],
    [
      'is waited for no longer than a day',
      answering(null, { changedAt: before(DAY), ...NONE }),
      {
        changedAt: before(DAY),
        state: 'Refused',
        message: 'no answer for a day (the service has no answer yet)',
      },
    ],
  ])('%s', async (_, scene, answer) => {
    const { pass } = stage(scene);
    expect(await answerTo(pass, { id: 7 }, askedIn(pass))).toEqual({
      [OPERATION_UID]: { ...NAMED, changedAt: AT, ...answer },
    });
  });

  test('is kept under the name of its Operation', async () => {
    const { pass, cluster } = stage(answering(LONG));
    await answerTo(pass, { id: 7 }, askedIn(pass));
    expect([...cluster.configMaps]).toEqual([['team/now', { answer: LONG }]]);
  });

  test.each<[KubeFailure['code'], string, string]>([
    ['Unreachable', 'Waiting', 'away'],
    ['Fenced', 'Waiting', 'away'],
    ['Denied', 'Refused', 'away'],
    ['Conflict', 'Refused', 'away'],
  ])('that cannot be kept (%s) ends so', async (code, state, message) => {
    const { pass, cluster } = stage(answering(LONG));
    cluster.interfere = () => ({ failure: { code, detail: 'away' }, after: false });
    expect(await answerTo(pass, { id: 7 }, askedIn(pass))).toEqual({
      [OPERATION_UID]: { ...NAMED, changedAt: AT, state, message },
    });
  });

  test('that nothing asks for is none', async () => {
    const none = { operation: null, steps: [], record: {}, reads: true };
    expect(await answerTo(stage().pass, { id: 7 }, none)).toEqual({});
    const { pass } = stage(answering('x'));
    const unread = { ...askedIn(pass), reads: false };
    expect(await answerTo(pass, { id: 7 }, unread)).toEqual({});
  });
});

test.each([
  ['Waiting', true],
  ['Done', false],
  ['Refused', false],
])('whether %s is to come', (state, isSo) => {
  expect(isToCome({ ...NAMED, changedAt: AT, state, message: 'Waiting: x' })).toBe(isSo);
});
