import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter, shownTime } from './moment.ts';

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

test.for<[string | null, string | null]>([
  ['2018-01-02T03:04:05Z', '2018-01-03T03:04:05Z'],
  ['2018-01-31T03:04:05Z', '2018-02-01T03:04:05Z'],
  ['2020-02-28T23:59:59Z', '2020-02-29T23:59:59Z'],
  ['2019-02-28T23:59:59Z', '2019-03-01T23:59:59Z'],
  ['2019-12-31T00:00:00Z', '2020-01-01T00:00:00Z'],
  ['9999-12-31T00:00:00Z', null],
  ['now', null],
  [null, null],
])('a day after %s it is %s', ([time, next]) => {
  expect(dayAfter(time)).toBe(next);
});

test('a day later is 24 hours later', () => {
  const dates = fc.date({
    min: new Date('1970-01-01'),
    max: new Date('9999-12-30'),
    noInvalidDate: true,
  });
  const isLater = fc.property(dates, (date) => {
    const at = `${date.toISOString().slice(0, 19)}Z`;
    return Date.parse(dayAfter(at) ?? '') - Date.parse(at) === 86_400_000;
  });
  expect(fc.check(isLater)).toMatchObject({ failed: false });
});
