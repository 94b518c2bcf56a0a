import * as z from 'zod';

/** Unwraps a schema from optional, nullable, default and preprocessing. */
export const core = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return core(schema.unwrap());
  return schema instanceof z.ZodPipe ? core(schema.def.out) : schema;
};

const memberOf = (schema: z.core.$ZodType, key: string): z.core.$ZodType | undefined => {
  const inner = core(schema);
  if (inner instanceof z.ZodArray) return key === '*' ? inner.element : undefined;
  if (inner instanceof z.ZodObject)
    return key === '*' ? Object.values(inner.shape)[0] : inner.shape[key];
  return undefined;
};

/** Returns the schema of a field with dots, `*` for any key or item; undefined when there is
 *  none. */
export const fieldAt = (schema: z.core.$ZodType, field: string): z.core.$ZodType | undefined =>
  field
    .split('.')
    .reduce<z.core.$ZodType | undefined>(
      (at, key) => (at === undefined ? undefined : memberOf(at, key)),
      schema,
    );

export const accepts = (schema: z.core.$ZodType, value: unknown): boolean =>
  z.safeParse(schema, value).success;

const JSON_TYPES: Readonly<Record<string, string>> = {
  record: 'object',
  enum: 'string',
  union: 'string',
  int: 'number',
};

const TIME = '2018-01-02T03:04:05';

/** Returns the type of a schema's values in the words of the documents. */
export const typeOf = (schema: z.core.$ZodType): string => {
  const inner = core(schema);
  if (inner instanceof z.ZodLiteral)
    return [...inner.values].every(Number.isInteger) ? 'integer' : 'string';
  const type = JSON_TYPES[inner._zod.def.type] ?? inner._zod.def.type;
  if (type === 'number') return accepts(inner, 1.5) ? 'number' : 'integer';
  if (type === 'string')
    return accepts(inner, TIME) && !accepts(inner, 'x'.repeat(TIME.length))
      ? 'date-time'
      : 'string';
  return type;
};
