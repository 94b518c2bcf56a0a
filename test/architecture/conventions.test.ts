import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../src/crd/admission.ts';
import { definition, objectSchema, specSchema, statusSchema } from '../../src/crd/definition.ts';
import { everySchema, type Schema } from '../../src/crd/schema.ts';
import { isByItem } from '../../src/engine/desire/raw-ids.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { InternalStatus } from '../../src/model/internal-status.ts';
import type { Ref } from '../../src/model/ref.ts';
import { isNote } from '../../src/model/status-layout.ts';
import { ruleBreaches } from '../support/cel-rules.ts';

/** Checks the list type: keys of a map are required, a set has scalars, and a significant order is
 *  documented. */
function isWellMerged(list: Schema): boolean {
  const { items = {}, description = '' } = list;
  const keys = list['x-kubernetes-list-map-keys'] ?? [];
  switch (list['x-kubernetes-list-type']) {
    case 'map':
      return (
        keys.length > 0 &&
        keys.every(
          (key) =>
            items.required?.includes(key) === true ||
            items.properties?.[key]?.default !== undefined,
        )
      );
    case 'set':
      return items.type !== 'object';
    case 'atomic':
      return items.type === 'object' || /\border\b/.test(description);
    case undefined:
    default:
      return false;
  }
}

/** Returns the members of an object without their own rules. */
const specAlone = ({ properties = {} }: Schema): NonNullable<Schema['properties']> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, node]) => [
      name,
      { ...node, 'x-kubernetes-validations': [] },
    ]),
  );

/** Checks the form of every definition, without exceptions: docs/api-conventions.md. */
describe.each(KINDS.map((kind) => [kind.kind, kind] as const))(
  'the definition of %s',
  (_, kind) => {
    const { spec } = definition(kind);
    const [version] = spec.versions;

    test('has short names that begin with ci, which no other group uses', () => {
      expect(spec.names.shortNames.filter((name) => !/^ci[a-z0-9]+$/.test(name))).toEqual([]);
      const taken = KINDS.filter((one) => one !== kind).flatMap((one) => [
        one.plural,
        one.kind.toLowerCase(),
        ...one.shortNames,
      ]);
      expect(spec.names.shortNames.filter((name) => taken.includes(name))).toEqual([]);
    });

    test('has columns whose names are words, and ID', () => {
      const names = version?.additionalPrinterColumns.map(({ name }) => name) ?? [];
      expect(
        names.filter((name) => !/^[A-Z][a-z]+( [A-Z][a-z]+)*$|^ID$|^IPv[46]$|^FQDN$/.test(name)),
      ).toEqual([]);
      expect(names).toContain('ID');
    });

    test('has conditions of the type metav1.Condition', () => {
      const item = statusSchema(kind).properties?.['conditions']?.items;
      expect(item?.required).toEqual(['lastTransitionTime', 'message', 'reason', 'status', 'type']);
      expect(item?.properties?.['reason']?.pattern).toBe(
        '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
      );
      expect(item?.properties?.['type']).toMatchObject({
        maxLength: 316,
        pattern: expect.any(String),
      });
      expect(item?.properties?.['status']?.enum).toEqual(['True', 'False', 'Unknown']);
      expect(item?.properties?.['lastTransitionTime']?.format).toBe('date-time');
    });

    test('has times in the status in RFC 3339, under names that end in At', () => {
      const fields = everySchema(statusSchema(kind), 'status').filter(
        ({ path }) => !path.startsWith('status.conditions'),
      );
      const isTime = (description = ''): boolean =>
        /^When (it|the .*) (was|were|came|last|succ)/.test(description);
      const isNamed = (path: string): boolean =>
        /(At|Time|Date|[cC]reated|[uU]pdated|[fF]inished|[sS]ince|\.at)$/.test(path);
      const times = fields.filter(
        ({ path, schema }) => isNamed(path) || isTime(schema.description),
      );
      expect(times.map(({ path }) => path)).toContain('status.updatedAt');
      expect(times.filter(({ schema }) => schema.format !== 'date-time')).toEqual([]);
      expect(
        fields
          .filter(({ path, schema }) => schema.format === 'date-time' && !/(At|\{\})$/.test(path))
          .map(({ path }) => path),
      ).toEqual([]);
    });

    test('has lists that say how they are merged: maps by key, sets, and in order what its page says to be', () => {
      const all = [
        ...everySchema(specSchema(kind), 'spec'),
        ...everySchema(statusSchema(kind), 'status'),
      ];
      const wholes = all.filter(({ schema }) => schema['x-kubernetes-map-type'] === 'atomic');
      const lists = all.filter(
        ({ path, schema }) =>
          schema.type === 'array' && !wholes.some((whole) => path.startsWith(`${whole.path}.`)),
      );
      expect(lists.filter(({ schema }) => !isWellMerged(schema)).map(({ path }) => path)).toEqual(
        [],
      );
      expect(lists.length).toBeGreaterThan(5);
    });

    test('lets objects be selected by region, type, id and state, where it has them', () => {
      const { spec: fields, status } = version?.schema.openAPIV3Schema.properties ?? {};
      const columns = version?.additionalPrinterColumns.map(({ jsonPath }) => jsonPath) ?? [];
      const wanted = [
        ...['region', 'type']
          .filter((field) => field in (fields?.properties ?? {}))
          .map((field) => `.spec.${field}`),
        ...['id', 'state']
          .map((field) => `.status.${field}`)
          .filter((path) => columns.includes(path)),
      ];
      expect(Object.keys(status?.properties ?? {})).toContain('id');
      expect(version?.selectableFields).toEqual(wanted.map((jsonPath) => ({ jsonPath })));
    });

    test('has no member that takes anything', () => {
      const members = everySchema(objectSchema(kind), '');
      const open = members.filter(
        ({ schema }) =>
          schema['x-kubernetes-preserve-unknown-fields'] !== undefined ||
          schema.additionalProperties === true,
      );
      expect([members.length > 100, open.map(({ path }) => path)]).toEqual([true, []]);
    });

    test('keeps what only the operator reads under status.internal, which promises nothing', () => {
      const { internal, ...shown } = statusSchema(kind).properties ?? {};
      expect(internal?.description).toMatch(/only the operator reads.*not part of the API/);
      const notes = Object.keys(InternalStatus.shape);
      const own = Object.keys(kind.status.shape).filter(isNote);
      expect(Object.keys(internal?.properties ?? {})).toEqual([...notes, ...own]);
      expect(own.filter((note) => note in shown)).toEqual([]);
      expect(notes.filter((note) => note in shown || note in kind.status.shape)).toEqual([]);
    });

    const nodes = everySchema(specSchema(kind), 'spec');
    const schema = objectSchema(kind);

    test('has no member of the spec that says it is a status', () => {
      expect(nodes.filter(({ path }) => /[.]status$/.test(path))).toEqual([]);
    });

    test('has no choice with one word, and no boolean that can only be true', () => {
      const single = nodes.filter((node) => node.schema.enum?.length === 1);
      expect(single.map(({ path }) => path)).toEqual([]);
    });

    test('says in one word what names the item of an import, and takes what goes with it alone', () => {
      const { properties = {}, required } =
        nodes.find(({ path }) => path === 'spec.import')?.schema ?? {};
      const ways = properties['by']?.enum ?? [];
      expect(required).toEqual(['by']);
      expect(ways).toEqual('label' in properties ? ['Id', 'Label', 'Name'] : ['Id', 'Name']);
      expect('label' in properties).toBe('label' in kind.spec.shape);
      const values = { id: 7, ...('label' in properties ? { label: 'x' } : {}) };
      const wrong = ways.flatMap((by) =>
        [[], ['id'], ['label'], ['id', 'label']].flatMap((given) => {
          const invalid = {
            by,
            ...Object.fromEntries(Object.entries(values).filter(([name]) => given.includes(name))),
          };
          const fits =
            Object.keys(invalid).slice(1).join() === String(by).toLowerCase().replace('name', '');
          const refused = ruleBreaches(
            schema,
            { value: { spec: { import: invalid } }, before: undefined, path: '' },
            true,
          );
          return refused.some((one) => one.startsWith('spec.import')) === fits ? [invalid] : [];
        }),
      );
      expect(wrong).toEqual([]);
    });

    const { root, spec: plain } = rulesOf(kind, specSchema(kind));

    test('has rules of admission that name a field, and messages that read on behind it', () => {
      const rules = [
        ...root.map((rule) => ({ ...rule, at: rule.fieldPath?.slice('.'.length) ?? '' })),
        ...plain.map((rule) => ({ ...rule, at: `spec${rule.fieldPath ?? ''}` })),
      ];
      const isRight = ({ at, message }: (typeof rules)[number]): boolean =>
        nodes.some(({ path }) => path === at && path !== 'spec') &&
        /^(must|may|cannot|is|has) [^A-Z]/.test(message.replace(/ (Observe)/, ' o')) &&
        !message.includes(at);
      expect(rules.filter((rule) => !isRight(rule))).toEqual([]);
      const said = rules.map(({ at, message }) => `${at}: ${message}`);
      expect(new Set(said).size).toBe(said.length);
    });

    test('has rules at the root that hold for an object that does not change', () => {
      const specs =
        REGISTRY.find((one) => one.kind === kind)?.cases.cases.map((row) => row.spec) ?? [];
      const onlyRoot = { ...schema, properties: specAlone(schema) };
      const broken = specs.flatMap((given = {}) => {
        const object: unknown = JSON.parse(JSON.stringify({ spec: given, status: { id: 1 } }));
        return ruleBreaches(onlyRoot, { value: object, before: object, path: '' }, false);
      });
      expect([specs.length > 10, broken]).toEqual([true, []]);
    });

    test('shows nothing in the status that only tells the operator what to do', () => {
      const { properties = {} } = statusSchema(kind);
      const own = everySchema({ type: 'object', properties }, 'status').filter(
        ({ path }) => (path.split(/[.[{]/)[1] ?? '') in kind.status.shape,
      );
      const asides = own.filter((node) => /\boperator\b/i.test(node.schema.description ?? ''));
      expect([own.length > 5, asides.map(({ path }) => path)]).toEqual([true, []]);
    });

    test('says a reference in one member', () => {
      const doubled = nodes.flatMap(({ path, schema: { properties = {} } }) =>
        Object.keys(properties).flatMap((member) => {
          const [, thing, many] = /^(.+)Ref(s?)$/.exec(member) ?? [];
          return `${thing}Id${many}` in properties ? [`${path}.${member}`] : [];
        }),
      );
      expect(doubled).toEqual([]);
    });

    test('lets every reference to an item name it by its object or by its id', () => {
      const byItem = kind.refs.filter(isByItem).map(({ path }: Ref) => `spec.${path}`);
      const formOf = (at: string) =>
        nodes.find(({ path }) => path.replace(/devices[.]sda[.]/, 'devices.*.') === at)?.schema;
      const forms = byItem.map((at: string) => Object.keys(formOf(at)?.properties ?? {}));
      expect(forms.filter((form: readonly string[]) => !form.includes('name'))).toEqual([]);
      expect(forms.filter((form: readonly string[]) => !form.includes('id'))).toEqual([]);
    });
  },
);

test('the chart and the page on installing say which Kubernetes has selectable fields', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  expect(read('deploy/helm/cloudinfra-operator/Chart.yaml')).toContain("kubeVersion: '>=1.32.0-0'");
  expect(read('docs/install.md')).toContain('Kubernetes 1.32 or newer');
});
