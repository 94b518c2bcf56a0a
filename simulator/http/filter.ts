import { type Refusal, refuse } from '../core/reply.ts';

/** Reports whether a record matches. */
type Matcher = (record: unknown) => boolean;

/** A parsed filter. `orderBy`: null keeps the order. */
export interface Filter {
  readonly kind: 'filter';
  /** Required values by field name. */
  readonly equal: Readonly<Record<string, unknown>>;
  matches(record: unknown): boolean;
  readonly orderBy: string | null;
  readonly descending: boolean;
}

const refused = (reason: string): Refusal => refuse(reason, 'X-Filter');
const notJson = refused('Filter not valid JSON');

/** Builds a reader of a field by its name, dotted for nested ones. */
const reader = (name: string): ((record: unknown) => unknown) => {
  const inner = (value: unknown, part: string): unknown =>
    value === null || typeof value !== 'object' ? undefined : Reflect.get(value, part);
  const parts = name.split('.');
  return parts.length === 1
    ? (record) => inner(record, name)
    : (record) => parts.reduce(inner, record);
};

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const compare = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [asText(a ?? ''), asText(b ?? '')];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Matches a list if one element matches. Source: conventions#filters. */
const some = (value: unknown, fits: (element: unknown) => boolean): boolean =>
  Array.isArray(value) ? value.some(fits) : fits(value);

const operators: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  '+gt': (value, wanted) => some(value, (element) => compare(element, wanted) > 0),
  '+gte': (value, wanted) => some(value, (element) => compare(element, wanted) >= 0),
  '+lt': (value, wanted) => some(value, (element) => compare(element, wanted) < 0),
  '+lte': (value, wanted) => some(value, (element) => compare(element, wanted) <= 0),
  '+neq': (value, wanted) => !some(value, (element) => element === wanted),
  '+contains': (value, wanted) =>
    some(value, (element) => asText(element).includes(asText(wanted))),
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRefused = (value: Matcher | Refusal): value is Refusal => typeof value !== 'function';

const onField = (name: string, wanted: unknown): Matcher | Refusal => {
  const read = reader(name);
  if (!isObject(wanted))
    return (record) =>
      some(
        read(record),
        (element) => element === wanted || (isObject(element) && element['label'] === wanted),
      );
  const tests = Object.entries(wanted).map(([operator, operand]) => ({
    test: operators[operator],
    operand,
    operator,
  }));
  const unknown = tests.find(({ test }) => test === undefined);
  if (unknown !== undefined) return refused(`Cannot filter on ${unknown.operator}`);
  return (record) => tests.every(({ test, operand }) => test?.(read(record), operand) === true);
};

const combined = (key: string, parts: unknown, fields: ReadonlySet<string>): Matcher | Refusal => {
  if (!Array.isArray(parts)) return notJson;
  const matchers: Matcher[] = [];
  for (const part of parts) {
    const matcher = isObject(part) ? matcherOf(part, fields) : notJson;
    if (isRefused(matcher)) return matcher;
    matchers.push(matcher);
  }
  return key === '+or'
    ? (record) => matchers.some((matches) => matches(record))
    : (record) => matchers.every((matches) => matches(record));
};

const matcherOf = (
  filter: Readonly<Record<string, unknown>>,
  fields: ReadonlySet<string>,
): Matcher | Refusal => {
  const matchers: Matcher[] = [];
  for (const [key, wanted] of Object.entries(filter)) {
    if (key === '+order' || key === '+order_by') continue;
    const isCombination = key === '+and' || key === '+or';
    if (!isCombination && !fields.has(key)) return refused(`Cannot filter on ${key}`);
    const matcher = isCombination ? combined(key, wanted, fields) : onField(key, wanted);
    if (isRefused(matcher)) return matcher;
    matchers.push(matcher);
  }
  return (record) => matchers.every((matches) => matches(record));
};

/** Returns the required values of fields without an operator. */
const equalities = (filter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(filter).filter(([key, wanted]) => !key.startsWith('+') && !isObject(wanted)),
  );

const parsed = (header: string): unknown => {
  try {
    return JSON.parse(header);
  } catch {
    return undefined;
  }
};

/** Parses an X-Filter header. Source: conventions#filters. @param fields filterable fields @param
 *  unordered those that cannot be sorted by */
export const parseFilter = (
  header: string,
  fields: ReadonlySet<string>,
  unordered: ReadonlySet<string>,
): Filter | Refusal => {
  const filter = parsed(header);
  if (!isObject(filter)) return notJson;
  const matches = matcherOf(filter, fields);
  if (isRefused(matches)) return matches;
  const { '+order': order = 'asc', '+order_by': orderBy = null } = filter;
  if (order !== 'asc' && order !== 'desc') return refused('+order must be asc or desc');
  if (
    orderBy !== null &&
    (typeof orderBy !== 'string' || !fields.has(orderBy) || unordered.has(orderBy))
  )
    return refused(`Cannot order by ${asText(orderBy)}`);
  return {
    kind: 'filter',
    equal: equalities(filter),
    matches,
    orderBy,
    descending: order === 'desc',
  };
};

/** Returns the matching records in the order of the filter; a stable sort. */
export const applyFilter = (filter: Filter, records: readonly unknown[]): readonly unknown[] => {
  const matching = records.filter((record) => filter.matches(record));
  const { orderBy } = filter;
  if (orderBy === null) return filter.descending ? matching.toReversed() : matching;
  const sign = filter.descending ? -1 : 1;
  const read = reader(orderBy);
  return matching.toSorted((a, b) => sign * compare(read(a), read(b)));
};
