import * as z from 'zod';
import { Timestamp } from '../../src/api/conventions.ts';
import { wordsOf } from '../../src/api/word.ts';

/** The members of a JSON schema in the tables. `words`: an open set. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly words?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
}

const OPTIONS = {
  io: 'input',
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }) => {
    const words = wordsOf(zodSchema);
    if (words !== undefined) Object.assign(jsonSchema, { words });
    // A number in an address is a text for the parser, and a number for the reader.
    if (zodSchema instanceof z.ZodPipe)
      Object.assign(jsonSchema, { pattern: undefined }, z.toJSONSchema(zodSchema.out, OPTIONS));
  },
} satisfies Parameters<typeof z.toJSONSchema>[1];

const TIME = z.toJSONSchema(Timestamp).pattern;
const FORMATS: Readonly<Record<string, string>> = {
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
  cidrv4: 'IPv4 network',
  cidrv6: 'IPv6 network',
};

const code = (value: unknown): string =>
  `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const codes = (values: readonly unknown[]): string => values.map(code).join(', ');

const isNull = ({ type }: Shape): boolean => type === 'null';

/** Removes null from a schema, and reports whether it was there. */
export function withoutNull(shape: Shape): { readonly inner: Shape; readonly nullable: boolean } {
  if (shape.anyOf?.some(isNull) === true) {
    const rest = shape.anyOf.filter((one) => !isNull(one));
    const [only] = rest;
    return {
      inner:
        rest.length === 1 && only !== undefined
          ? ({ ...shape, anyOf: undefined, ...only } as Shape)
          : { ...shape, anyOf: rest },
      nullable: true,
    };
  }
  if (!Array.isArray(shape.type)) return { inner: shape, nullable: false };
  const types = shape.type.filter((type) => type !== 'null');
  return {
    inner: { ...shape, type: types.length === 1 ? types[0] : types },
    nullable: types.length < shape.type.length,
  };
}

/** Describes the type of a value: `list of integer`, `string or null`. */
export function typeOf(shape: Shape): string {
  const { inner, nullable } = withoutNull(shape);
  const plain = (): string => {
    if (inner.anyOf !== undefined) return [...new Set(inner.anyOf.map(typeOf))].join(' or ');
    if (inner.pattern !== undefined && inner.pattern === TIME) return 'date and time';
    if (inner.format !== undefined && FORMATS[inner.format] !== undefined)
      return FORMATS[inner.format] ?? '';
    if (inner.type === 'array')
      return `list of ${inner.items === undefined ? 'values' : typeOf(inner.items)}`;
    if (inner.enum !== undefined || inner.const !== undefined)
      return typeof (inner.enum?.[0] ?? inner.const);
    return inner.type === undefined ? 'any' : [inner.type].flat().join(' or ');
  };
  return nullable ? `${plain()} or null` : plain();
}

/** Formats bounds as `from 1 to 32 characters`; omits bounds without effect. */
function range(
  least: number | undefined,
  most: number | undefined,
  unit: string,
): readonly string[] {
  const [from, to] = [least, most].map((bound) =>
    bound === undefined ||
    !Number.isSafeInteger(bound) ||
    Math.abs(bound) === Number.MAX_SAFE_INTEGER
      ? undefined
      : bound,
  );
  if (from === undefined && to === undefined) return [];
  if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`];
  return [to === undefined ? `at least ${from}${unit}` : `at most ${to}${unit}`];
}

const isPlain = ({ format, pattern }: Shape): boolean => format === undefined && pattern !== TIME;

/** Formats bounds, words, pattern and default in Markdown; empty when any value of the type is
 *  accepted. */
export function valuesOf(shape: Shape): string {
  const { inner } = withoutNull(shape);
  const item = inner.type === 'array' && inner.items?.type !== 'object' ? inner.items : undefined;
  return [
    ...(inner.enum === undefined ? [] : [`one of ${codes(inner.enum)}`]),
    ...(inner.const === undefined ? [] : [code(inner.const)]),
    ...(inner.words === undefined ? [] : [`known: ${codes(inner.words)}`]),
    ...range(inner.minimum, inner.maximum, ''),
    ...(inner.minLength === 1 && inner.maxLength === undefined
      ? ['not empty']
      : range(inner.minLength, inner.maxLength, ' characters')),
    ...range(inner.minItems, inner.maxItems, ' items'),
    ...(inner.pattern !== undefined && isPlain(inner) ? [`matches ${code(inner.pattern)}`] : []),
    ...(item === undefined || valuesOf(item) === '' ? [] : [`each ${valuesOf(item)}`]),
    ...(shape.default === undefined ? [] : [`default ${code(shape.default)}`]),
  ].join('; ');
}

/** Converts a schema for the tables. */
export const shapeOf = (schema: z.ZodType): Shape => z.toJSONSchema(schema, OPTIONS) as Shape;
