import { describe, expect, test } from 'vitest';
import { OPERATION_UID, stage } from '../../../test/support/stage.ts';
import { type Records, recordsAfter } from './records.ts';

const one = (changedAt: string, state = 'Done', message?: string): Records[string] => ({
  name: 'n',
  verb: 'Reboot',
  changedAt,
  state,
  ...(message === undefined ? {} : { message }),
});
const numbered = (count: number): Records =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`u${n}`, one(`at ${n}`)]));
const OPEN = { operations: { now: { verb: 'Reboot' } } };

describe('after a pass the status of a target', () => {
  test.each<[string, Records, readonly Records[], Records]>([
    ['keeps what was', { a: one('1') }, [], { a: one('1') }],
    ['has what came', { a: one('1') }, [{ b: one('2') }], { a: one('1'), b: one('2') }],
    [
      'keeps the time of what is as it was',
      { a: one('1', 'Waiting', 'busy') },
      [{ a: one('2', 'Waiting', 'busy') }],
      { a: one('1', 'Waiting', 'busy') },
    ],
    [
      'has the time of what changed',
      { a: one('1', 'Waiting', 'busy') },
      [{ a: one('2', 'Waiting', 'away') }],
      { a: one('2', 'Waiting', 'away') },
    ],
    [
      'keeps the last five of those that ended',
      numbered(7),
      [],
      Object.fromEntries(Object.entries(numbered(7)).slice(2)),
    ],
    [
      'keeps one that has not ended beside them',
      { [OPERATION_UID]: one('0', 'Sent'), ...numbered(7) },
      [],
      {
        [OPERATION_UID]: one('0', 'Sent'),
        ...Object.fromEntries(Object.entries(numbered(7)).slice(2)),
      },
    ],
  ])('%s', (_, before, came, after) => {
    const { pass } = stage({ ...OPEN, status: { operations: before } });
    expect(recordsAfter(pass, ...came)).toEqual(after);
  });

  test('has no message that is long', () => {
    const { pass } = stage(OPEN);
    const after = recordsAfter(pass, { a: one('1', 'Refused', 'x'.repeat(5_000)) });
    expect(after['a']?.message).toHaveLength(1_024);
  });
});
