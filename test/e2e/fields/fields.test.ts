import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { KINDS } from '../../../src/kinds/index.ts';
import type { AnyKind } from '../../../src/model/kind.ts';
import type { CloudObject } from '../cloud-object.ts';
import { type Installation, startInstallation } from '../installation.ts';
import { GIVEN, HOSTS, ZONE } from './given.ts';
import { FIELD_ROWS, FROZEN } from './rows.ts';
import { type FieldRow, type Given, type Item, inside } from './scene.ts';

let at: Installation;
let given: Given;

/** The longest label of a Volume: an item is named for its object. */
const LONGEST_LABEL = 32;

const nameOf = ({ kind, field }: Pick<FieldRow, 'kind' | 'field'>): string =>
  `${kind}-${field.replaceAll(/\W+/g, '-')}`
    .toLowerCase()
    .slice(0, kind === 'Volume' ? LONGEST_LABEL : Number.POSITIVE_INFINITY)
    .replace(/-$/, '');
/** Collections of the kinds' items. */
const COLLECTIONS: Readonly<Record<string, () => string>> = {
  Instance: () => '/compute/instances',
  Volume: () => '/volumes',
  Firewall: () => '/networking/firewalls',
  Domain: () => '/domains',
  DnsRecord: () => `/domains/${given.item(ZONE).id}/records`,
  MySQLDatabase: () => '/databases/mysql/instances',
  KubeCluster: () => '/kube/clusters',
  StackScript: () => '/compute/stackscripts',
  Image: () => '/images/private',
};

async function itemOf(object: CloudObject): Promise<Item> {
  const { status, body } = await at.service.call(
    'GET',
    `${COLLECTIONS[object.kind]?.()}/${object.status.id}`,
  );
  expect(status).toBe(200);
  return { ...(body as Item), id: object.status.id ?? 0 };
}

const itemNamed = async (kind: string, name: string): Promise<Item> =>
  itemOf(await at.objects.ready(kind, name));

/** Creates the referents of the rows, and looks them up in the account. */
async function provide(): Promise<void> {
  for (const { kind, name, spec, labels } of GIVEN) {
    await at.objects.apply(kind, name, spec);
    if (labels !== undefined) await at.objects.label(kind, name, labels);
  }
  const items = new Map<string, Item>();
  const item = (name: string): Item => {
    const found = items.get(name);
    if (found === undefined) throw new Error(`nothing is given under the name ${name}`);
    return found;
  };
  given = { item, profile: { id: 0 } };
  items.set(ZONE, await itemNamed('Domain', ZONE));
  await Promise.all(
    GIVEN.map(async ({ kind, name }) => items.set(name, await itemNamed(kind, name))),
  );
  const [profile] = await inside({ service: at.service, item: item(HOSTS[0]) }, 'configs');
  if (profile === undefined) throw new Error(`${HOSTS[0]} has no profile`);
  given = { item, profile };
}

beforeAll(async () => {
  at = await startInstallation('fields');
  await provide();
  for (const row of FIELD_ROWS)
    await at.objects.apply(
      row.kind,
      nameOf(row),
      typeof row.was === 'function' ? row.was(given) : row.was,
    );
  await Promise.all(FIELD_ROWS.map((row) => at.objects.ready(row.kind, nameOf(row))));
});
afterAll(() => at?.close());

describe.concurrent('a field that may change is brought to the account', () => {
  test.for(FIELD_ROWS.map((row) => [`${row.kind} spec.${row.field}`, row] as const))(
    '%s',
    async ([, row]) => {
      const { service, objects } = at;
      const name = nameOf(row);
      const scene = { service, given, item: await itemNamed(row.kind, name) };
      const { generation } = (
        await objects.apply(
          row.kind,
          name,
          typeof row.now === 'function' ? await row.now(scene) : row.now,
        )
      ).metadata;
      const after = await objects.ready(row.kind, name);
      expect(after.metadata.generation).toBe(generation);
      expect(after.status.id).toBe(scene.item.id);
      const seen = await row.look({ ...scene, item: await itemOf(after) });
      expect(seen).toEqual(
        typeof row.shows === 'function' ? await (row.shows as FieldRow['look'])(scene) : row.shows,
      );
    },
  );
});

describe('a field that may not change is refused at admission once the item exists', () => {
  const fields = KINDS.flatMap((kind) =>
    kind.immutable.map((field) => [`${kind.kind} spec.${field}`, kind.kind, field] as const),
  );
  test.for(fields)('%s', async ([, kind, field]) => {
    const { name = '', spec = {} } = GIVEN.find((one) => one.kind === kind) ?? {};
    const said = await at.objects.refusal(kind, name, { ...spec, [field]: FROZEN[kind]?.[field] });
    expect(said).toContain(`spec.${field}: Forbidden: must not change after creation`);
  });
});

describe('every field has its row', () => {
  test.for(KINDS.map((kind) => [kind.kind, kind] as const))('%s', ([name, kind]) => {
    const rows = FIELD_ROWS.filter((row) => row.kind === name).map(({ field }) => field);
    expect(
      changeable(kind).filter(
        (field) => !rows.some((row) => field === row || /^[.[]/.test(field.replace(row, ''))),
      ),
    ).toEqual([]);
    expect(Object.keys(FROZEN[name] ?? {}).toSorted()).toEqual([...kind.immutable].toSorted());
  });
});

/** Returns every mutable field of a spec, down to the leaves; the slots of a profile as one. */
const changeable = ({ spec, immutable }: AnyKind): readonly string[] =>
  Object.entries<z.core.$ZodType>(spec.shape).flatMap(([field, schema]) =>
    immutable.includes(field) ? [] : leaves(field, schema),
  );

function leaves(path: string, schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodOptional) return leaves(path, schema.unwrap());
  if (schema instanceof z.ZodArray && !(schema.element instanceof z.ZodString))
    return leaves(`${path}[]`, schema.element);
  if (!(schema instanceof z.ZodObject)) return [path];
  const members = Object.entries<z.core.$ZodType>(schema.shape).flatMap(([field, of]) =>
    leaves(`${path}.${field}`, of),
  );
  return [...new Set(members.map((member) => member.replace(/\.sd[a-h]\./, '.*.')))];
}
