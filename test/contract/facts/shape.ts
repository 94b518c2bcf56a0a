import type { Shape } from './rows.ts';

type Members = Readonly<Record<string, Shape>>;

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);
const isMembers = (shape: Shape): shape is Members => typeof shape === 'object' && !isList(shape);

const without = (key: string): string => key.replace(/\?$/, '');

const mergeMembers = (a: Members, b: Members): Members => {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)].map(without))];
  return Object.fromEntries(
    keys.map((key) => {
      const [left, right] = [a[key] ?? a[`${key}?`], b[key] ?? b[`${key}?`]];
      if (left === undefined || right === undefined) return [`${key}?`, left ?? right ?? 'null'];
      return [key in a && key in b ? key : `${key}?`, merge(left, right)];
    }),
  );
};

/** Returns alternatives, which are stored as a list that begins with "|". */
const alternativesOf = (shape: Shape): readonly Shape[] =>
  isList(shape) && shape[0] === '|' ? shape.slice(1) : [shape];

/** Merges the shapes of two values: joins members, and lists other differences as alternatives. */
export const merge = (a: Shape, b: Shape): Shape =>
  alternativesOf(b).reduce<Shape>((into, next) => {
    const known = alternativesOf(into);
    const at = known.findIndex(
      (one) =>
        JSON.stringify(one) === JSON.stringify(next) ||
        (isMembers(one) && isMembers(next)) ||
        (isList(one) && isList(next)),
    );
    const one = known[at];
    if (one === undefined) return ['|', ...known, next];
    const joined =
      isMembers(one) && isMembers(next)
        ? mergeMembers(one, next)
        : isList(one) && isList(next)
          ? mergeLists(one, next)
          : one;
    const all = known.with(at, joined);
    return all.length === 1 ? joined : ['|', ...all];
  }, a);

const mergeLists = (a: readonly Shape[], b: readonly Shape[]): Shape => {
  const [first, second] = [a[0], b[0]];
  if (first === undefined || second === undefined) return a.length > 0 ? a : b;
  return [merge(first, second)];
};

/** Returns the keys and types of a JSON value; a list has one shape that covers its items. */
export const shapeOf = (value: unknown): Shape => {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? [] : [value.map(shapeOf).reduce(merge)];
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]));
  return typeof value === 'number'
    ? Number.isInteger(value)
      ? 'integer'
      : 'number'
    : typeof value;
};
