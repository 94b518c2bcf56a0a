import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHART } from './helm.ts';

interface Schema {
  readonly $ref?: string;
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** Returns the paths of the values with a closed set of keys. */
export async function strictPaths(): Promise<readonly (readonly string[])[]> {
  const root = JSON.parse(await readFile(join(CHART, 'values.schema.json'), 'utf8')) as Schema;
  const below = (node: Schema, path: readonly string[]): readonly (readonly string[])[] => {
    const schema =
      (node.$ref === undefined
        ? node
        : root.definitions?.[node.$ref.replace('#/definitions/', '')]) ?? node;
    const inner = Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
      below(property, [...path, key]),
    );
    return schema.additionalProperties === false ? [path, ...inner] : inner;
  };
  return below(root, []);
}
