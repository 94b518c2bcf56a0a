/** Decides whether a member of a map equals a value without comparing them; null: unknown. */
type Known = (map: object, key: string, value: unknown) => boolean | null;

/** Reports whether two JSON values are equal, whatever the order of their members. Their depth is
 *  bounded like that of answers.
 *  @param known called for each member of the first value before the comparison */
export function isSame(a: unknown, b: unknown, known: Known = () => null): boolean {
  if (a === b) return true;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) =>
        Object.hasOwn(b, key) &&
        (known(a, key, Reflect.get(b, key)) ??
          isSame(Reflect.get(a, key), Reflect.get(b, key), known)),
    )
  );
}
