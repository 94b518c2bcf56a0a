/** The service's spelling of a field of a spec: `networkIn` is `network_in`. */
export const wireName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The same fields in the service's spelling, without those that have no value. */
export const wireFields = (
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [[wireName(field), value]],
    ),
  );
