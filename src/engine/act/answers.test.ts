import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { answersTo, isToCome } from './answers.ts';
import type { Requests } from './requests-kept.ts';

const AT = new Date(NOW).toISOString();
const DAY = 24 * 60 * 60_000;
const before = (ms: number): string => new Date(NOW - ms).toISOString();
const SHORT = 'x'.repeat(8_192);
const LONG = `${SHORT}x`;
const LARGEST = 'x'.repeat(1_048_576 - 1_024);
const answering = (value: string | null | Failure, requests: Requests = {}): Scene => ({
  kind: { answers: { zone: () => ({ path: '/zone', schema: null as never, paged: false }) } },
  status: { requests },
  account: {
    read: async () =>
      (value === null || typeof value === 'string' ? ok(value) : fail(value)) as never,
  },
});
const ask = { steps: [], record: {}, reads: [{ verb: 'zone', token: 't' }] };
const BUSY: Failure = { code: 'Busy', detail: 'busy' };
const NONE = { state: 'Waiting', message: 'the service has none yet' };

describe('an answer', () => {
  test.each<[string, Scene, object]>([
    ['that is short stands in the status', answering(SHORT), { state: 'Done', text: SHORT }],
    [
      'that is long stands in a ConfigMap',
      answering(LONG),
      { state: 'Done', message: 'in ConfigMap web-zone' },
    ],
    [
      'that just fits stands there too',
      answering(LARGEST),
      { state: 'Done', message: 'in ConfigMap web-zone' },
    ],
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
      'that is waited for tells since when',
      answering(null, { zone: { token: 't', changedAt: before(60_000), ...NONE } }),
      { changedAt: before(60_000), ...NONE },
    ],
    [
      'to another token begins its wait',
      answering(null, { zone: { token: 'u', changedAt: before(60_000), ...NONE } }),
      { ...NONE },
    ],
    [
      'after a refusal begins its wait',
      answering(null, {
        zone: { token: 't', changedAt: before(60_000), state: 'Refused', message: 'no' },
      }),
      { ...NONE },
    ],
    [
      'that came is of now',
      answering('ok', { zone: { token: 't', changedAt: before(60_000), ...NONE } }),
      { state: 'Done', text: 'ok' },
    ],
    [
      'is waited for nearly a day',
      answering(null, { zone: { token: 't', changedAt: before(DAY - 1), ...NONE } }),
      { changedAt: before(DAY - 1), ...NONE },
    ],
    [
      'is waited for no longer than a day',
      answering(null, { zone: { token: 't', changedAt: before(DAY), ...NONE } }),
      {
        changedAt: before(DAY),
        state: 'Refused',
        message:
          'there was no answer for a day (the service has none yet); set another token to ask again',
      },
    ],
  ])('%s', async (_, scene, answer) => {
    const { pass } = stage(scene);
    expect(await answersTo(pass, { id: 7 }, ask)).toEqual({
      zone: { token: 't', changedAt: AT, ...answer },
    });
  });

  test('is kept with its object, under its verb', async () => {
    const { pass, cluster } = stage(answering(LONG));
    await answersTo(pass, { id: 7 }, ask);
    expect([...cluster.configMaps]).toEqual([['team/web-zone', { zone: LONG }]]);
  });

  test.each<[KubeFailure['code'], string, string]>([
    ['Unreachable', 'Waiting', 'away'],
    ['Fenced', 'Waiting', 'away'],
    ['Denied', 'Refused', 'away; set another token to ask again'],
    ['Conflict', 'Refused', 'away; set another token to ask again'],
  ])('that cannot be kept (%s) ends so', async (code, state, message) => {
    const { pass, cluster } = stage(answering(LONG));
    cluster.interfere = () => ({ failure: { code, detail: 'away' }, after: false });
    expect(await answersTo(pass, { id: 7 }, ask)).toEqual({
      zone: { token: 't', changedAt: AT, state, message },
    });
  });

  test('that no kind gives is none', async () => {
    expect(await answersTo(stage().pass, { id: 7 }, ask)).toEqual({});
    expect(
      await answersTo(
        stage(answering('x')).pass,
        { id: 7 },
        { ...ask, reads: [{ verb: 'constructor', token: 't' }] },
      ),
    ).toEqual({});
  });
});

test.each([
  ['Waiting', true],
  ['Done', false],
  ['Refused', false],
])('whether %s is to come', (state, isSo) => {
  expect(isToCome({ token: 't', changedAt: AT, state, message: 'Waiting: x' })).toBe(isSo);
});
