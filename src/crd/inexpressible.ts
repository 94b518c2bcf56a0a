import * as z from 'zod';

/** A constraint of a zod schema that its JSON schema cannot express. */
export interface Lost {
  /** Path of the value, such as `spec.tags[]`. */
  readonly path: string;
  readonly what:
    | 'refinement'
    | 'transformation'
    | 'flags of a pattern'
    | 'limits on the keys of a map';
  /** Its message, which identifies the equivalent CEL rule; empty where it has none. */
  readonly message: string;
}

type Zod = z.core.$ZodType;
type Part = readonly [path: string, schema: Zod];

/** Wrappers that change whether a value may be absent, but not the value. */
const WRAPPERS = [
  z.ZodOptional,
  z.ZodNullable,
  z.ZodDefault,
  z.ZodPrefault,
  z.ZodReadonly,
  z.ZodNonOptional,
] as const;
/** Types that transform their value; the API server stores the original. */
const TRANSFORMATIONS = [z.ZodPipe, z.ZodTransform, z.ZodCatch, z.ZodSuccess] as const;

function partsOf(schema: Zod, path: string): readonly Part[] {
  const wrapper = WRAPPERS.find((type) => schema instanceof type);
  if (wrapper !== undefined && schema instanceof wrapper) return [[path, schema.unwrap()]];
  if (schema instanceof z.ZodObject)
    return Object.entries<Zod>(schema.shape).map(([name, field]) => [`${path}.${name}`, field]);
  if (schema instanceof z.ZodArray) return [[`${path}[]`, schema.element]];
  if (schema instanceof z.ZodRecord) return [[`${path}{}`, schema.valueType]];
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => [path, option]);
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].map((side) => [path, side]);
  return [];
}

const defined = <Definition extends object>({
  _zod: { def },
}: {
  readonly _zod: { readonly def: Definition };
}): Definition => def;

function messageOf(check: z.core.$ZodCheck): string {
  const { error } = defined(check);
  const accepted: unknown =
    error === undefined
      ? ''
      : Reflect.apply(error, undefined, [{ code: 'custom', input: undefined, path: [] }]);
  return typeof accepted === 'string' ? accepted : '';
}

const changesValues = (schema: Zod, checks: readonly string[]): boolean =>
  TRANSFORMATIONS.some((type) => schema instanceof type) ||
  checks.includes('overwrite') ||
  Reflect.get(defined(schema), 'coerce') === true;

const hasFlags = (check: z.core.$ZodCheck): boolean => {
  const pattern: unknown = Reflect.get(defined(check), 'pattern');
  return pattern instanceof RegExp && pattern.flags !== '';
};

const limitsKeys = (schema: Zod): boolean =>
  schema instanceof z.ZodRecord &&
  Object.keys(z.toJSONSchema(schema.keyType, { target: 'openapi-3.0' })).join() !== 'type';

function lostHere(schema: Zod, path: string): readonly Lost[] {
  const { checks = [] } = defined(schema);
  const names = checks.map((check) => defined(check).check);
  const lost = (what: Lost['what'], when: boolean): readonly Lost[] =>
    when ? [{ path, what, message: '' }] : [];
  return [
    ...checks
      .filter((check) => defined(check).check === 'custom')
      .map((check): Lost => ({ path, what: 'refinement', message: messageOf(check) })),
    ...lost('transformation', changesValues(schema, names)),
    ...lost('flags of a pattern', checks.some(hasFlags)),
    ...lost('limits on the keys of a map', limitsKeys(schema)),
  ];
}

/** Returns the constraints that the JSON schema of a zod schema loses, in the order of the fields.
 *  Does not follow a recursive schema, which has no structural form. */
export function lostBy(schema: Zod, path: string): readonly Lost[] {
  return [
    ...lostHere(schema, path),
    ...partsOf(schema, path).flatMap(([at, part]) => lostBy(part, at)),
  ];
}
