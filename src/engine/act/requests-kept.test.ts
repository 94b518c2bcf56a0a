import { describe, expect, test } from 'vitest';
import { digest } from '../../model/fingerprint.ts';
import type { AnyKind } from '../../model/kind.ts';
import {
  isOfToken,
  keptRequests,
  knowsRequest,
  type Requests,
  refusedToken,
} from './requests-kept.ts';

const AT = '2026-01-02T00:00:00Z';
const NOW = '2026-01-03T00:00:00Z';

/** The members of a kind that the tests use: its name, and its verbs. */
const KIND = {
  kind: 'Thing',
  requests: { reboot: {} },
  answers: { zone: {} },
} as unknown as AnyKind;
const QUIET = { kind: 'Thing', requests: {} } as unknown as AnyKind;

const one = (message?: string, token = 't'): Requests[string] => ({
  token,
  changedAt: AT,
  state: 'Done',
  ...(message === undefined ? {} : { message }),
});
const others = (count: number, at = NOW): Requests => ({
  '*': {
    token: '',
    changedAt: at,
    state: 'Refused',
    message: `Thing knows none of ${count} more requests; remove their annotations`,
  },
});

/** Returns unknown verbs, sorted by name. */
const unknown = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `x${String(index).padStart(2, '0')}`);
const shown = (verbs: readonly string[]): Requests =>
  Object.fromEntries(verbs.map((verb) => [verb, one()]));

const LONG = 'k'.repeat(129);
const KEPT = `${'k'.repeat(64)}…${digest(LONG)}`;

describe('a token', () => {
  test.each([
    ['t', null],
    ['k'.repeat(128), null],
    [LONG, 'the token has 129 characters, at most 128 are allowed'],
  ])('%s is acted upon unless it is too long', (token, reason) => {
    expect(refusedToken(token)).toBe(reason);
  });

  test.each([
    ['t', 't', true],
    ['t', 'u', false],
    [undefined, 't', false],
    ['k'.repeat(128), 'k'.repeat(128), true],
    [LONG, LONG, true],
    [KEPT, LONG, true],
    [KEPT, `${LONG}k`, false],
    [KEPT, KEPT, true],
  ])('recorded as %s: whether the status speaks of %s', (recorded, token, isOne) => {
    expect(isOfToken(recorded, token)).toBe(isOne);
  });
});

test.each([
  [KIND, 'sync', true],
  [KIND, 'reboot', true],
  [KIND, 'zone', true],
  [KIND, 'constructor', false],
  [KIND, 'recycle', false],
  [QUIET, 'sync', true],
  [QUIET, 'zone', false],
])('whether %o knows %s', (kind, verb, isKnown) => {
  expect(knowsRequest(kind, verb)).toBe(isKnown);
});

interface Row {
  readonly name: string;
  readonly before: Requests;
  readonly asked: readonly string[];
  readonly kept: Requests;
}

const rows: readonly Row[] = [
  { name: 'nothing of nothing', before: {}, asked: [], kept: {} },
  {
    name: 'what the kind knows, asked for or not',
    before: { sync: one(), reboot: one() },
    asked: [],
    kept: { sync: one(), reboot: one() },
  },
  {
    name: 'an unknown one as long as it is asked for',
    before: shown(['x']),
    asked: ['x'],
    kept: shown(['x']),
  },
  {
    name: 'no unknown one that is not asked for any more',
    before: shown(['x']),
    asked: [],
    kept: {},
  },
  {
    name: 'ten unknown ones',
    before: shown(unknown(10)),
    asked: unknown(10).toReversed(),
    kept: shown(unknown(10)),
  },
  {
    name: 'the first ten of eleven, and how many more',
    before: shown(unknown(11)),
    asked: unknown(11).toReversed(),
    kept: { ...shown(unknown(10)), ...others(1) },
  },
  {
    name: 'the count with the time at which it came to be so',
    before: { ...shown(unknown(10)), ...others(2, AT) },
    asked: unknown(12),
    kept: { ...shown(unknown(10)), ...others(2, AT) },
  },
  {
    name: 'another count with a time of its own',
    before: { ...shown(unknown(10)), ...others(3, AT) },
    asked: unknown(12),
    kept: { ...shown(unknown(10)), ...others(2) },
  },
  { name: 'no count where there are no more', before: others(2, AT), asked: [], kept: {} },
  {
    name: 'a long token by its beginning and its digest',
    before: { sync: one(undefined, LONG) },
    asked: [],
    kept: { sync: one(undefined, KEPT) },
  },
];

describe('the status keeps', () => {
  test.each(rows)('$name', ({ before, asked, kept }) => {
    expect(keptRequests(KIND, before, asked, NOW)).toEqual(kept);
  });

  test('a message in bounded room', () => {
    const kept = keptRequests(KIND, { sync: one('r'.repeat(5000)) }, [], NOW);
    expect(kept['sync']?.message?.length).toBeLessThanOrEqual(1024);
  });
});
