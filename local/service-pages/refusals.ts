import * as z from 'zod';

/** The message of a schema's refusal. */
export interface Refusal {
  readonly field: string;
  readonly text: string;
}

const textOf = (error: unknown): string | undefined => {
  const text: unknown = typeof error === 'function' ? error({}) : error;
  return typeof text === 'string' ? text : undefined;
};

/** Returns a schema's own refusal messages, followed by those of its members. */
export function refusalsOf(schema: z.core.$ZodType, field = ''): readonly Refusal[] {
  const checks = schema._zod.def.checks ?? [];
  const dotted = (path: readonly PropertyKey[]): string =>
    [field, ...path.map(String)].filter((part) => part !== '').join('.');
  const own = [schema._zod.def, ...checks.map((check) => check._zod.def)].flatMap((def) => {
    const text = textOf(def.error);
    const path: unknown = 'path' in def ? def.path : undefined;
    return text === undefined ? [] : [{ field: dotted(Array.isArray(path) ? path : []), text }];
  });
  const members =
    schema instanceof z.ZodObject ? Object.entries<z.core.$ZodType>(schema.shape) : [];
  return [
    ...own,
    ...(schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
      ? refusalsOf(schema.unwrap(), field)
      : []),
    ...(schema instanceof z.ZodArray ? refusalsOf(schema.element, `${field}[]`) : []),
    ...(schema instanceof z.ZodPipe ? refusalsOf(schema.out, field) : []),
    ...members.flatMap(([name, member]) => refusalsOf(member, dotted([name]))),
  ].filter(
    (one, at, all) =>
      all.findIndex(({ field: other, text }) => other === one.field && text === one.text) === at,
  );
}
