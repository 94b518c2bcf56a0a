import { expect, test } from 'vitest';
import * as z from 'zod';
import { KINDS } from '../../src/kinds/index.ts';

interface Schema {
  readonly pattern?: string;
}

/** Returns every pattern in a JSON schema. */
function patternsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { pattern } = value as Schema;
  return [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...Object.values(value).flatMap(patternsIn),
  ];
}

const patterns = [
  ...new Set(
    KINDS.flatMap(({ spec, status, item }) =>
      [spec, status, item].flatMap((one) =>
        patternsIn(z.toJSONSchema(one, { unrepresentable: 'any', io: 'input' })),
      ),
    ),
  ),
];

const PARTS = [
  'a',
  '1',
  'a.',
  'a-',
  '1,',
  '1-',
  'a:',
  ':',
  '_',
  'a@',
  '*.',
  'a/',
  ' ',
  '1, ',
  '.',
  "'",
  '0:',
  'a@a.',
];
const BEGINNINGS = ['', 'a@', 'a', '1', 'aa/'];
const ENDS = ['', '!', '\n'];
/** Length of a text for which a pattern with quadratic backtracking takes minutes, and an
 *  exponential one never ends. */
const LENGTH = 50_000;

test.each(patterns)(
  '%s reads a long text in time that is in proportion to it',
  { timeout: 20_000 },
  (pattern) => {
    const reader = new RegExp(pattern, 'u');
    const texts = PARTS.flatMap((part) =>
      BEGINNINGS.flatMap((begin) =>
        ENDS.map((end) => `${begin}${part.repeat(LENGTH / part.length)}${end}`),
      ),
    );
    expect(texts.map((text) => typeof reader.test(text)).every((type) => type === 'boolean')).toBe(
      true,
    );
  },
);
