import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownTime } from './moment.ts';

test.for<[string | null | undefined, string | null]>([
  ['2018-01-02T03:04:05', '2018-01-02T03:04:05Z'],
  ['2018-01-02 03:04:05', '2018-01-02T03:04:05Z'],
  ['2018-01-02T03:04:05Z', '2018-01-02T03:04:05Z'],
  ['2018-01-02T03:04:05.678Z', '2018-01-02T03:04:05Z'],
  ['2000-02-29T23:59:59', '2000-02-29T23:59:59Z'],
  ['2018-01-02T05:04:05+02:00', null],
  ['+012018-01-02T03:04:05Z', null],
  ['2018-13-02T03:04:05', null],
  ['2018-00-02T03:04:05', null],
  ['2018-02-29T03:04:05', null],
  ['1900-02-29T03:04:05', null],
  ['2018-04-31T03:04:05', null],
  ['2018-01-00T03:04:05', null],
  ['2018-01-02T24:04:05', null],
  ['2018-01-02T03:60:05', null],
  ['some day', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the time stamp %j of the service is shown as %j', ([text, shown]) => {
  expect(shownTime(text)).toBe(shown);
});

const EVER = {
  min: new Date('0000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
};

test('every second that there is, is shown', () => {
  const isShown = fc.property(fc.date(EVER), (date) => {
    const text = date.toISOString().slice(0, 19);
    return shownTime(text) === `${text}Z`;
  });
  expect(fc.check(isShown)).toMatchObject({ failed: false });
});
