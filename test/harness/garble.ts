import fc from 'fast-check';

/** What a broken proxy, a wrong version or an attacker makes of the text of an answer. */
export interface Garble {
  /** For people who read a counterexample. */
  readonly how: string;
  readonly of: (text: string) => string;
}

const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** Values that stand where another type is expected. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, '', -1, 0, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [null], { id: {} }, '__proto__', 'toString'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Puts an odd value in the place of a member, somewhere down the value; `way` picks the member on each level. */
export function planted(value: unknown, way: readonly number[], put: unknown): unknown {
  const [first, ...rest] = way;
  if (first === undefined || typeof value !== 'object' || value === null) return put;
  const keys = Object.keys(value);
  const key = keys[first % Math.max(keys.length, 1)];
  if (key === undefined) return put;
  const member = planted((value as Readonly<Record<string, unknown>>)[key], rest, put);
  return Array.isArray(value) ? value.with(Number(key), member) : { ...value, [key]: member };
}

/** Leaves a member out, somewhere down the value. */
function robbed(value: unknown, way: readonly number[]): unknown {
  const [first = 0, ...rest] = way;
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  const key = keys[first % Math.max(keys.length, 1)];
  if (key === undefined) return value;
  if (rest.length > 0) {
    const member = robbed((value as Readonly<Record<string, unknown>>)[key], rest);
    return Array.isArray(value) ? value.with(Number(key), member) : { ...value, [key]: member };
  }
  return Array.isArray(value)
    ? value.toSpliced(Number(key), 1)
    : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

const way = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 });

/** Ways to spoil an answer. */
export const garbles: fc.Arbitrary<Garble> = fc.oneof(
  fc.constantFrom('', 'null', '[]', '{}', '"words"', '0', '{"data":', HTML).map((text) => ({ how: `instead: ${text}`, of: () => text })),
  fc.nat(200).map((length) => ({ how: `cut after ${length}`, of: (text: string) => text.slice(0, length) })),
  fc.tuple(way, odd).map(([at, put]) => ({
    how: `${JSON.stringify(put)} at ${at.join('.')}`,
    of: (text: string) => JSON.stringify(planted(parsed(text), at, put)),
  })),
  way.map((at) => ({ how: `without ${at.join('.')}`, of: (text: string) => JSON.stringify(robbed(parsed(text), at)) })),
);

/** An answer that is left as it is. */
export const clean: Garble = { how: 'clean', of: (text) => text };
