import fc from 'fast-check';
import * as z from 'zod';
import { wordsOf } from '../../../src/api/word.ts';
import { anyCharacter } from '../characters.ts';

type Zod = z.core.$ZodType;

const MOST_ITEMS = 4;
/** Names of inherited properties, which a careless table lookup finds. */
const inherited = fc.constantFrom('__proto__', 'toString', 'constructor');

function texts(schema: z.ZodString): fc.Arbitrary<unknown> {
  const [pattern] = (schema._zod.def.checks ?? []).flatMap(({ _zod: { def } }) =>
    'pattern' in def && def.pattern instanceof RegExp ? [def.pattern] : [],
  );
  const limits = {
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 40, 200),
  };
  const some =
    pattern === undefined
      ? fc.string({ unit: anyCharacter, ...limits })
      : fc.stringMatching(pattern);
  return some.filter((text) => schema.safeParse(text).success);
}

function numbers(schema: z.ZodNumber): fc.Arbitrary<unknown> {
  const limits = {
    min: Math.max(schema.minValue ?? 0, -1e9),
    max: Math.min(schema.maxValue ?? 1e9, 1e9),
  };
  return schema.format === 'safeint' ? fc.integer(limits) : fc.double({ ...limits, noNaN: true });
}

/** Returns the smallest length of a list. */
const fewestIn = (schema: z.ZodArray): number =>
  Math.max(
    0,
    ...(schema._zod.def.checks ?? []).flatMap(({ _zod: { def } }) =>
      'minimum' in def ? [Number(def.minimum)] : [],
    ),
  );

const objects = (schema: z.ZodObject): fc.Arbitrary<unknown> => {
  const fields = Object.entries<Zod>(schema.shape);
  const required = fields
    .filter(([, field]) => !(field instanceof z.ZodOptional))
    .map(([name]) => name);
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, inner(field)])), {
    requiredKeys: required,
  });
};

const inner = (schema: Zod): fc.Arbitrary<unknown> =>
  arbitraryOf(schema instanceof z.ZodOptional ? schema.unwrap() : schema);

/** Generates values that a schema accepts, including odd ones: any text, any word, optional
 *  members. Throws for an unknown schema. */
export function arbitraryOf(schema: Zod): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional)
    return fc.option(arbitraryOf(schema.unwrap()), { nil: undefined });
  if (schema instanceof z.ZodNullable) return fc.option(arbitraryOf(schema.unwrap()));
  const words = wordsOf(schema);
  if (words !== undefined)
    return fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...words) },
      { weight: 1, arbitrary: fc.oneof(fc.string(), inherited) },
    );
  if (schema instanceof z.ZodString) return texts(schema);
  if (schema instanceof z.ZodNumber) return numbers(schema);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodArray)
    return fc.array(arbitraryOf(schema.element), {
      minLength: fewestIn(schema),
      maxLength: MOST_ITEMS,
    });
  if (schema instanceof z.ZodObject) return objects(schema);
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(fc.string({ minLength: 1 }), arbitraryOf(schema.valueType), {
      maxKeys: MOST_ITEMS,
    });
  if (schema instanceof z.ZodUnion)
    return fc.oneof(...schema.options.map((option) => arbitraryOf(option)));
  if (schema instanceof z.ZodPipe)
    return arbitraryOf(schema.in).map((given) => z.parse(schema, given));
  throw new Error(`no values are known for ${schema._zod.def.type}`);
}
