/** Whether a member of a map is a value, where a look at both is not needed to tell; else null. */
type Known = (map: object, key: string, value: unknown) => boolean | null;

/** Whether two JSON values are the same, whatever the order of their members. Values are not nested
 *  deeper than answers may be.
 *  @param known asked for each member of the first value before it is looked at */
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
