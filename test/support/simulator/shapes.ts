import type { Shape } from '../../contract/facts/rows.ts';

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);

const nameOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'number'
    ? Number.isInteger(value)
      ? 'integer'
      : 'number'
    : typeof value;
};

const ofMembers = (
  members: Readonly<Record<string, Shape>>,
  value: unknown,
  at: string,
): readonly string[] => {
  if (nameOf(value) !== 'object') return [`${at}: an object was recorded, not ${nameOf(value)}`];
  const given = value as Readonly<Record<string, unknown>>;
  const known = new Map(
    Object.entries(members).map(([key, shape]) => [
      key.replace(/\?$/, ''),
      { shape, isOptional: key.endsWith('?') },
    ]),
  );
  const missing = [...known].flatMap(([key, { isOptional }]) =>
    isOptional || key in given ? [] : [`${at}.${key}: missing`],
  );
  const strange = Object.keys(given).flatMap((key) =>
    known.has(key) ? [] : [`${at}.${key}: never recorded`],
  );
  const inner = Object.entries(given).flatMap(([key, member]) => {
    const expected = known.get(key);
    return expected === undefined ? [] : differences(expected.shape, member, `${at}.${key}`);
  });
  return [...missing, ...strange, ...inner];
};

/** Returns the differences of a value from a recorded shape in keys or types; empty when there are
 *  none. */
export const differences = (shape: Shape, value: unknown, at = ''): readonly string[] => {
  if (typeof shape === 'string') {
    const isFit = shape === nameOf(value) || (shape === 'number' && typeof value === 'number');
    return isFit ? [] : [`${at}: ${shape} was recorded, not ${nameOf(value)}`];
  }
  if (!isList(shape)) return ofMembers(shape, value, at);
  if (shape[0] === '|') {
    const tries = shape.slice(1).map((alternative) => differences(alternative, value, at));
    return tries.some((found) => found.length === 0)
      ? []
      : (tries.toSorted((a, b) => b[0]?.length ?? 0 - (a[0]?.length ?? 0))[0] ?? []);
  }
  if (!Array.isArray(value)) return [`${at}: a list was recorded, not ${nameOf(value)}`];
  const [item] = shape;
  return item === undefined
    ? []
    : value.flatMap((member, index) => differences(item, member, `${at}[${index}]`));
};
