import type * as z from 'zod';
import { type Shape, shapeOf, typeOf, valuesOf, withoutNull } from './shape.ts';

/** One field of a schema, with dots, `[]` for the items of a list and `*` for any key. */
export interface FieldRow {
  readonly field: string;
  readonly type: string;
  readonly required: boolean;
  /** Bounds, words, pattern and default, in Markdown. */
  readonly values: string;
}

function rowsUnder(shape: Shape, field: string, required: boolean): readonly FieldRow[] {
  const { inner } = withoutNull(shape);
  const own: FieldRow = { field, type: typeOf(shape), required, values: valuesOf(shape) };
  const below =
    inner.type === 'array' && inner.items !== undefined
      ? { at: `${field}[]`, shape: withoutNull(inner.items).inner }
      : { at: field, shape: inner };
  return [...(field === '' ? [] : [own]), ...membersOf(below.shape, below.at)];
}

/** Smallest family of equal members, such as the slots of a profile, that shares one row. Smaller
 *  families are shown member by member. */
const FAMILY = 3;

const hasMembers = (shape: Shape): boolean => {
  const { inner } = withoutNull(shape);
  return inner.properties !== undefined || (inner.items !== undefined && hasMembers(inner.items));
};

/** Groups the members by their contents, in order; members without nested ones stay alone. */
const familiesOf = (members: readonly (readonly [string, Shape, boolean])[]) =>
  Object.values(
    Object.groupBy(members, ([name, shape, required]) =>
      hasMembers(shape) ? JSON.stringify([shape, required]) : name,
    ),
  ).map((family) => family ?? []);

function membersOf(
  { properties = {}, required = [], additionalProperties }: Shape,
  at: string,
): readonly FieldRow[] {
  const prefix = at === '' ? '' : `${at}.`;
  const free =
    typeof additionalProperties === 'object' && additionalProperties.type !== undefined
      ? { '*': additionalProperties }
      : {};
  const members = Object.entries({ ...properties, ...free }).map(
    ([name, shape]) => [name, shape, required.includes(name)] as const,
  );
  return familiesOf(members).flatMap((family) => {
    const [first] = family;
    if (first === undefined || family.length < FAMILY) {
      return family.flatMap(([name, shape, isRequired]) =>
        rowsUnder(shape, prefix + name, isRequired),
      );
    }
    const [own, ...below] = rowsUnder(first[1], `${prefix}*`, first[2]);
    const names = family.map(([name]) => name).join(',');
    return own === undefined ? [] : [{ ...own, field: `${prefix}{${names}}` }, ...below];
  });
}

/** Returns the fields of a schema; nested ones follow their parent. */
export const fieldRows = (schema: z.ZodType): readonly FieldRow[] =>
  rowsUnder(shapeOf(schema), '', true);
