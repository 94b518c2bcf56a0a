/** The merge patch that makes a value of what is there: members that the value lacks are named with null. */
export function mergePatch(there: unknown, wanted: unknown): unknown {
  if (!isMap(there) || !isMap(wanted)) return wanted;
  const gone = Object.keys(there).filter((key) => wanted[key] === undefined);
  const members = Object.entries(wanted).map(([key, value]) => [key, mergePatch(there[key], value)] as const);
  return Object.fromEntries([...members, ...gone.map((key) => [key, null] as const)]);
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
