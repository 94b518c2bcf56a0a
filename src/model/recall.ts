/** Memoizes a function of an object by the identity of the object. Not for mutable objects.
 *  @param most number of results to keep, the latest ones, together with their objects */
export function recalling<A extends object, R>(
  of: (object: A) => R,
  most: number,
): (object: A) => R {
  const kept = new Map<A, R>();
  return (object) => {
    const known = kept.get(object);
    if (known !== undefined) return known;
    const result = of(object);
    const [oldest] = kept.keys();
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
    kept.set(object, result);
    return result;
  };
}
