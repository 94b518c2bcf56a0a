import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { targetsOf } from '../../src/engine/desire/raw-ids.ts';
import { KINDS } from '../../src/kinds/index.ts';
import type { AnyKind } from '../../src/model/kind.ts';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Returns every field of a schema with its path and description. Slots with equal schemas share a
 *  path. */
function fieldsOf(
  { properties = {}, items }: Schema,
  at = '',
): readonly (readonly [path: string, says: string])[] {
  if (items !== undefined) return fieldsOf(items, `${at}[]`);
  const shapes = new Set(Object.values(properties).map((one) => JSON.stringify(one)));
  const isMap = shapes.size === 1 && Object.keys(properties).length > 1;
  const below = (name: string): string => (at === '' ? name : `${at}.${isMap ? '*' : name}`);
  return Object.entries(properties).flatMap(([name, one]) => [
    [below(name), one.description ?? ''] as const,
    ...fieldsOf(one, below(name)),
  ]);
}

const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema;

/** Catalogues that the service offers to all users. */
const CATALOGUE = /\b(region|type|kernel|images)$/;
const namesItem = (path: string, says: string): boolean =>
  /(^|\.)(id|\w+Ids?)$/.test(path) || /^(The )?[Ii]ds? of /.test(says);

describe.each(KINDS.map((kind): [string, AnyKind] => [kind.kind, kind]))('%s', (_, kind) => {
  test('declares what every field of its spec that holds an id names, and no other field', () => {
    const found = fieldsOf(schemaOf(kind.spec)).filter(
      ([path, says]) => namesItem(path, says) && !CATALOGUE.test(path),
    );
    const free = (kind.ids ?? []).filter(
      ({ names }: { readonly names: unknown }) => names === null,
    );
    const declared = [...targetsOf(kind), ...free].map(
      ({ path }: { readonly path: string }) => path,
    );
    expect([...new Set(found.map(([path]) => path))].toSorted()).toEqual(
      [...new Set(declared)].toSorted(),
    );
  });

  test('names by ids what is a kind, or what a kind holds', () => {
    const known = KINDS.flatMap((one: AnyKind) => [
      one.kind,
      ...(one.holds ?? []).map(({ as }: { readonly as: string }) => as),
    ]);
    expect(targetsOf(kind).filter(({ names }) => !known.includes(names))).toEqual([]);
  });

  test('holds what its status shows', () => {
    const shown = fieldsOf(schemaOf(kind.status)).map(([path]) => path);
    const held = (kind.holds ?? []).map(({ path }: { readonly path: string }) => path);
    expect(held.filter((path: string) => !shown.includes(path))).toEqual([]);
  });
});
