import { same } from '../model/fingerprint.ts';
import type { Schema } from './schema.ts';

const LEAST_RUN = 3;

function runsIn(properties: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const runs: { names: string[]; schema: Schema }[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const last = runs.at(-1);
    if (last !== undefined && same(last.schema, schema)) last.names.push(name);
    else runs.push({ names: [name], schema });
  }
  return Object.fromEntries(
    runs.flatMap(({ names, schema }) =>
      (names.length < LEAST_RUN ? names : [`${names[0]}…${names.at(-1)}`]).map((name) => [
        name,
        gathered(schema),
      ]),
    ),
  );
}

/** Merges neighbouring fields of equal form under one name, `sda…sdh`, to describe the form once.
 *  For documentation only: no such field exists. */
export function gathered(schema: Schema): Schema {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: runsIn(properties) }),
    ...(items === undefined ? {} : { items: gathered(items) }),
  };
}
