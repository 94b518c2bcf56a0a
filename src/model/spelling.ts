/** Returns the service's spelling of a spec field: `networkIn` is `network_in`. */
export const wireName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts fields to the service's spelling, without those that are undefined. */
export const wireFields = (
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [[wireName(field), value]],
    ),
  );
