import { describe, expect, test } from 'vitest';
import { KINDS } from '../kinds/index.ts';
import { everySchema } from './schema.ts';
import { structural } from './structural.ts';

/** Texts that may have several lines: each is shown escaped, or not at all. */
const FREE = [
  'spec.configs[].comments',
  'spec.target',
  'spec.authorizedKeys[]',
  'spec.tag',
  'spec.axfrIps[]',
  'spec.script',
  'spec.description',
];

describe.each(KINDS.map((kind) => [kind.kind, kind] as const))('%s', (_, kind) => {
  test('takes control characters in no name: every text has a pattern that refuses them, a list of words, or is known to be free', () => {
    const texts = everySchema(structural(kind.spec), 'spec').filter(
      ({ schema }) => schema.type === 'string' && schema.enum === undefined,
    );
    expect(texts.length).toBeGreaterThan(3);
    const open = texts.filter(({ path, schema }) => {
      const patterns = [
        schema.pattern,
        ...(schema.allOf ?? []).map(({ pattern }) => pattern),
      ].flatMap((one) => one ?? []);
      const refuses = (text: string): boolean =>
        patterns.some((pattern) => !new RegExp(pattern).test(text));
      return !FREE.includes(path) && !['a\nb', 'a\u001b[8mb', 'a\u009bb'].every(refuses);
    });
    expect(open.map(({ path }) => path)).toEqual([]);
  });
});
