import fc from 'fast-check';
import type { Answer } from '../../src/cloud/http/answer.ts';
import { anyCharacter } from './characters.ts';

/** A corruption of an answer by a broken proxy, a wrong version or an attacker. */
export interface Garble {
  /** Description for a counterexample. */
  readonly how: string;
  readonly of: (answer: Answer) => Answer;
}

const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** Values of an unexpected type. None can be the id of an item: a well-formed lie is believed. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    '',
    -1,
    0,
    1e308,
    2 ** 60,
    [],
    {},
    [null],
    { id: {} },
    '__proto__',
    'toString',
  ),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Replaces a nested member by an odd value; `way` selects the member on each level. */
export function planted(value: unknown, way: readonly number[], put: unknown): unknown {
  const [first, ...rest] = way;
  if (first === undefined || typeof value !== 'object' || value === null) return put;
  const keys = Object.keys(value);
  const key = keys[first % Math.max(keys.length, 1)];
  if (key === undefined) return put;
  const member = planted((value as Readonly<Record<string, unknown>>)[key], rest, put);
  return Array.isArray(value) ? value.with(Number(key), member) : { ...value, [key]: member };
}

/** Removes a nested member. */
function robbed(value: unknown, way: readonly number[]): unknown {
  const [first = 0, ...rest] = way;
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  const key = keys[first % Math.max(keys.length, 1)];
  if (key === undefined) return value;
  if (rest.length > 0) {
    const member = robbed((value as Readonly<Record<string, unknown>>)[key], rest);
    return Array.isArray(value) ? value.with(Number(key), member) : { ...value, [key]: member };
  }
  return Array.isArray(value)
    ? value.toSpliced(Number(key), 1)
    : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

const way = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 });

const onText = (how: string, change: (text: string) => string): Garble => ({
  how,
  of: (answer) => ({ ...answer, text: change(answer.text) }),
});

const texts: fc.Arbitrary<Garble> = fc.oneof(
  fc
    .constantFrom('', 'null', '[]', '{}', '"words"', '0', '{"data":', HTML)
    .map((text) => onText(`instead: ${text}`, () => text)),
  fc.nat(200).map((length) => onText(`cut after ${length}`, (text) => text.slice(0, length))),
  fc
    .tuple(way, odd)
    .map(([at, put]) =>
      onText(`${JSON.stringify(put)} at ${at.join('.')}`, (text) =>
        JSON.stringify(planted(parsed(text), at, put)),
      ),
    ),
  way.map((at) =>
    onText(`without ${at.join('.')}`, (text) => JSON.stringify(robbed(parsed(text), at))),
  ),
);

const statuses: fc.Arbitrary<Garble> = fc
  .integer({ min: 100, max: 599 })
  .map((status) => ({ how: `status ${status}`, of: (answer) => ({ ...answer, status }) }));

const HEADERS = [
  'content-type',
  'date',
  'retry-after',
  'x-customer-uuid',
  'x-oauth-scopes',
  'x-accepted-oauth-scopes',
];
const RATES = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
/** Values of which none parses as the id of an account. */
const ODD_HEADERS = [
  '',
  '0',
  '-1',
  '1e308',
  'NaN',
  '9999999',
  'text/html',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'unknown',
  '\u017e\u0000',
  '*',
];

const headers: fc.Arbitrary<Garble> = fc
  .tuple(fc.constantFrom(...HEADERS, ...RATES), fc.constantFrom(...ODD_HEADERS))
  .map(([name, value]) => ({
    how: `${name}: ${value}`,
    of: (answer) => ({ ...answer, headers: { ...answer.headers, [name]: value } }),
  }));

/** Generates corruptions of an answer. */
export const garbles: fc.Arbitrary<Garble> = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 1, arbitrary: statuses },
  { weight: 1, arbitrary: headers },
);

const withTexts = (value: unknown, ending: string): unknown => {
  if (typeof value === 'string') return `${value}${ending}`;
  if (Array.isArray(value)) return value.map((member) => withTexts(member, ending));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withTexts(member, ending)]),
  );
};

/** Appends a suffix to every text of an answer. */
export const everyText = (ending: string): Garble =>
  onText(`${ending} behind every text`, (text) => JSON.stringify(withTexts(parsed(text), ending)));

/** Leaves an answer unchanged. */
export const clean: Garble = { how: 'clean', of: (answer) => answer };
