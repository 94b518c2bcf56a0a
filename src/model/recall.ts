/** A function of an object that recalls its last results by the identity of the object: many who
 *  ask in turn pay once. Objects that change must not be given to it.
 *  @param most how many results are kept, the latest ones; the objects are kept with them */
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
