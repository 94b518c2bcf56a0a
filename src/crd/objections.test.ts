import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { gadget } from '../../test/support/gadget.ts';
import { KINDS } from '../kinds/index.ts';
import type { AnyKind } from '../model/kind.ts';
import { objectionsTo } from './objections.ts';

const described = (schema: z.ZodType) => schema.describe('d');
const withSpec = (shape: z.ZodRawShape): AnyKind => ({
  ...gadget,
  spec: z.strictObject({ ...gadget.spec.shape, ...shape }),
});
const withStatus = (shape: z.ZodRawShape): AnyKind => ({
  ...gadget,
  status: z.strictObject(shape),
});
const text = z.string().max(9);
const bare: AnyKind = { ...gadget, requiredToCreate: [] };

/** Kinds with one fault each, and the expected objection. */
const WRONG: readonly (readonly [name: string, kind: AnyKind, objection: string])[] = [
  [
    'a refinement without a rule',
    withSpec({ x: described(text.refine(() => true, 'x must be odd')) }),
    'spec.x: the refinement «x must be odd» has no rule',
  ],
  [
    'a refinement of the whole spec',
    { ...gadget, spec: gadget.spec.refine(() => true, 'all of it') },
    'spec: the refinement «all of it»',
  ],
  [
    'a refinement deep inside',
    withSpec({
      x: described(
        z.array(z.strictObject({ y: described(text.refine(() => true, 'deep')) })).max(2),
      ),
    }),
    'spec.x[].y: the refinement «deep»',
  ],
  [
    'a refinement of an optional',
    withSpec({ x: described(text.refine(() => true, 'maybe').optional()) }),
    'spec.x: the refinement «maybe»',
  ],
  [
    'a check of many issues',
    withSpec({ x: described(text.check(() => {})) }),
    'spec.x: the refinement «»',
  ],
  [
    'a transformation',
    withSpec({ x: described(text.transform(Number)) }),
    'spec.x: the transformation',
  ],
  ['a trimmed text', withSpec({ x: described(text.trim()) }), 'spec.x: the transformation'],
  [
    'a converted value',
    withSpec({ x: described(z.coerce.number()) }),
    'spec.x: the transformation',
  ],
  [
    'a pattern with flags',
    withSpec({ x: described(text.regex(/^a/i)) }),
    'spec.x: the flags of a pattern',
  ],
  [
    'a map with chosen keys',
    withSpec({ x: described(z.partialRecord(z.enum(['a']), text)) }),
    'spec.x: the limits on the keys of a map',
  ],
  [
    'a pattern that looks ahead',
    withSpec({ x: described(text.regex(/^(?!a)/)) }),
    'spec.x: the pattern does not compile in RE2',
  ],
  [
    'a pattern that looks behind',
    withSpec({ x: described(text.regex(/(?<=a)b/)) }),
    'spec.x: the pattern does not compile in RE2',
  ],
  [
    'a pattern that refers back',
    withSpec({ x: described(text.regex(/(a)\1/)) }),
    'spec.x: the pattern does not compile in RE2',
  ],
  [
    'the second of two patterns',
    withSpec({ x: described(text.regex(/a/).regex(/(?=b)/)) }),
    'spec.x: the pattern does not compile in RE2',
  ],
  ['a field without a description', withSpec({ x: text }), 'spec.x: has no description'],
  [
    'a status field without a description',
    withStatus({ x: z.string() }),
    'status.x: has no description',
  ],
  [
    'a union',
    withSpec({ x: described(z.union([text, z.boolean()])) }),
    'spec.x: anyOf: a structural schema has no unions',
  ],
  [
    'a discriminated union',
    withSpec({
      x: described(
        z.discriminatedUnion('t', [
          z.object({ t: z.literal('a') }),
          z.object({ t: z.literal('b') }),
        ]),
      ),
    }),
    'a structural schema has no unions',
  ],
  [
    'a schema with an id',
    withSpec({ x: described(z.strictObject({ y: described(text.meta({ id: 'Y' })) })) }),
    'take the id out of .meta()',
  ],
  ['anything', withSpec({ x: described(z.unknown()) }), 'spec.x: takes anything'],
  ['a text without end', withSpec({ x: described(z.string()) }), 'spec.x: give it a .max()'],
  ['a list without end', withSpec({ x: described(z.array(text)) }), 'spec.x: give it a .max()'],
  [
    'a list that does not say how it is merged',
    withSpec({ x: described(z.array(text).max(2)) }),
    'spec.x: a list that does not say how it is merged',
  ],
  [
    'a set of objects',
    withSpec({
      x: described(
        z
          .array(z.strictObject({ a: described(text) }))
          .max(2)
          .meta({ 'x-kubernetes-list-type': 'set' }),
      ),
    }),
    'spec.x: a set of objects, which no API server can merge',
  ],
  [
    'a map without end',
    withSpec({ x: described(z.record(z.string(), text)) }),
    'spec.x: a map without a limit',
  ],
  [
    'a format that only zod knows',
    withSpec({ x: described(text.meta({ format: 'odd' })) }),
    'spec.x: format odd',
  ],
  [
    'a limit in the status',
    withStatus({ x: described(z.enum(['on', 'off'])) }),
    'status.x: enum: a status carries types only',
  ],
  [
    'a length in the status',
    withStatus({ x: described(z.strictObject({ y: described(text) })) }),
    'status.x.y: maxLength: a status carries types only',
  ],
  [
    'a field that every kind has',
    withSpec({ policy: described(text) }),
    'spec.policy: every kind has a field of this name',
  ],
  [
    'a status field that every kind has',
    withStatus({ conditions: described(z.boolean()) }),
    'status.conditions: every kind has a field of this name',
  ],
  [
    'required beside an import',
    { ...withSpec({ color: described(text) }), requiredToCreate: ['color'] },
    'spec.color: is needed to create only',
  ],
];

describe('the generator', () => {
  test('accepts a valid kind', () => {
    expect(objectionsTo(gadget)).toEqual([]);
  });

  test.for(KINDS.map((kind) => [kind.kind, kind] as const))(
    'has none to %s: whatever zod demands of it, admission does too',
    ([, kind]) => {
      expect(objectionsTo(kind)).toEqual([]);
    },
  );

  test.for(WRONG)('objects to %s', ([, kind, objection]) => {
    expect(objectionsTo(kind).join('\n')).toContain(objection);
  });

  test('objects no longer to a refinement once a rule has its message', () => {
    const refined = withSpec({ x: described(text.refine((x) => x !== 'no', 'must be yes')) });
    expect(
      objectionsTo({
        ...refined,
        rules: [{ rule: "self.x != 'no'", field: 'x', message: 'must be yes' }],
      }),
    ).toEqual([]);
  });

  test('names the kind, and every objection', () => {
    const two = objectionsTo({
      ...bare,
      spec: z.strictObject({ a: z.string(), b: z.string() }),
      immutable: [],
      createOnly: [],
    });
    expect(
      two.filter((line) => line.startsWith('Gadget: spec.a') || line.startsWith('Gadget: spec.b')),
    ).toHaveLength(4);
  });
});
