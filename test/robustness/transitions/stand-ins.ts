/** Placeholder ids for items of a world: equal for equal names. */
const numbers = new Map<string, number>();

const numberOf = (words: string): number => {
  const number = numbers.get(words) ?? numbers.size + 1;
  numbers.set(words, number);
  return number;
};

/** Reports whether a value is a placeholder for an id: `{ $id: 'Instance/front' }`. */
export const isStand = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).some((name) => name.startsWith('$'));

/** Replaces placeholders by arbitrary ids. */
export function standIns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(standIns);
  if (isStand(value)) return numberOf(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      one === undefined ? [] : [[name, standIns(one)]],
    ),
  );
}
