import { expect, test } from 'vitest';
import { parseJson, ratesOf, retryAfterMs } from './answer.ts';

const date = 'Tue, 13 Jun 2023 10:00:00 GMT';
const at = Date.parse(date) / 1000;

test.for([
  [
    'the end of the window by the clock of the service',
    {
      'x-ratelimit-limit': '800',
      'x-ratelimit-remaining': '799',
      'x-ratelimit-reset': String(at + 42),
      date,
    },
    [800, 799, 42_000],
  ],
  [
    'without a date, by what counts down beside it',
    {
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(at + 7),
      'retry-after': '7',
    },
    [10, 0, 7000],
  ],
  [
    'an end that has passed says nothing',
    {
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(at - 7),
      date,
    },
    [10, 0, null],
  ],
  [
    'an end that is too far says nothing',
    { 'x-ratelimit-reset': String(at + 86_400), date },
    [null, null, null],
  ],
  ['a limit of nothing says nothing', { 'x-ratelimit-limit': '0' }, [null, null, null]],
  [
    'what is no number says nothing',
    {
      'x-ratelimit-limit': 'many',
      'x-ratelimit-remaining': '-3',
      'x-ratelimit-reset': '1e99',
      date,
    },
    [null, null, null],
  ],
  ['no header, nothing', {}, [null, null, null]],
] as const)('%s', ([, headers, [limit, remaining, resetInMs]]) => {
  expect(ratesOf(headers as Record<string, string>)).toEqual({ limit, remaining, resetInMs });
});

test.for([
  ['27', 27_000],
  ['0', 0],
  [' 5 ', 5000],
  ['999999999999', 3_600_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ['-1', null],
  ['', null],
] as const)('Retry-After %s is %s ms', ([text, ms]) => {
  expect(retryAfterMs({ 'retry-after': text })).toBe(ms);
});

test.for<[string, string, unknown]>([
  ['a pair of halves is a character', String.raw`{"label":"\ud83d\ude00"}`, { label: '\u{1f600}' }],
  [
    'half a character becomes the sign of one that is unknown',
    String.raw`{"label":["a\ud83d","\uDE00"]}`,
    { label: ['a\ufffd', '\ufffd'] },
  ],
  [
    'an escape that only looks like it stays',
    String.raw`{"label":"\\ud83d"}`,
    { label: String.raw`\ud83d` },
  ],
])('%s', ([, text, value]) => {
  expect(parseJson(text)).toEqual({ ok: true, value });
});
