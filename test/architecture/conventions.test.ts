import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { definition, objectSchema, specSchema, statusSchema } from '../../src/crd/definition.ts';
import { operationDefinition } from '../../src/crd/operation.ts';
import { type Child, everySchema, type Schema } from '../../src/crd/schema.ts';
import { isByItem } from '../../src/engine/desire/raw-ids.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { InternalStatus } from '../../src/model/internal-status.ts';
import type { Ref } from '../../src/model/ref.ts';
import { isNote } from '../../src/model/status-layout.ts';
import { ruleBreaches } from '../support/cel-rules.ts';
import { type ExclusivePair, exclusiveMembers } from '../support/exclusive-members.ts';

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

/** The words with which `kubectl get` names a column. */
const COLUMN = /^[A-Z][a-z]+( [A-Z][a-z]+)*$|^ID$|^IPv[46]$|^FQDN$/;

/** A member of a schema: its path and name, and the schema. Members of lists and maps have no
 *  name. */
interface Member extends Child {
  readonly name: string;
}
const membersIn = (schema: Schema, path: string): readonly Member[] =>
  everySchema(schema, path).flatMap((child) => {
    const [, name] = /[.](\w+)$/.exec(child.path) ?? [];
    return name === undefined || child.path === path ? [] : [{ ...child, name }];
  });
const pathsOf = (children: readonly Child[]): readonly string[] => children.map(({ path }) => path);

/** The names of the documents of the service, which keep their form. */
const DOCUMENTS = readFileSync(
  new URL('../contract/facts/documents.json', import.meta.url),
  'utf8',
);
const isOfTheService = ({ name }: Pick<Member, 'name'>): boolean => {
  const theirs = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return new RegExp(`["./]${theirs}["[.]`).test(DOCUMENTS);
};
const NEGATIVE = /^(no|not|non|un|dis|without|skip|never)[A-Z]|(Disabled|Off)$/;
const SHORTENED = /^(addr|cfg|conf|cnt|cred|desc|idx|info|msg|ns|num|obj|param|svc|tmp|val)$/i;

/** Returns the words of a name: `instanceRefs` has `instance` and `Refs`. */
const wordsOf = (name: string): readonly string[] => name.split(/(?=[A-Z])/);

const DEFINITIONS = [...KINDS.map(definition), operationDefinition(KINDS)];

/** Checks the form of every definition, Operation included: docs/api-conventions.md. */
describe.each(DEFINITIONS.map((one) => [one.spec.names.kind, one] as const))(
  'the definition of %s',
  (_, { spec }) => {
    const [version] = spec.versions;
    const whole: Schema = version?.schema.openAPIV3Schema ?? {};
    const { spec: specNode = {}, status: statusNode = {} } = whole.properties ?? {};
    const tops: readonly Member[] = [
      { path: 'spec', name: 'spec', schema: specNode },
      { path: 'status', name: 'status', schema: statusNode },
    ];
    const members = [...tops, ...tops.flatMap(({ path, schema }) => membersIn(schema, path))];
    const columns = version?.additionalPrinterColumns ?? [];

    test('has short names that begin with ci, which no other group uses', () => {
      expect(spec.names.shortNames.filter((name) => !/^ci[a-z0-9]+$/.test(name))).toEqual([]);
      const taken = DEFINITIONS.filter((one) => one.spec !== spec).flatMap(
        ({ spec: { names } }) => [names.plural, names.singular, ...names.shortNames],
      );
      expect(taken.length).toBeGreaterThan(20);
      expect(spec.names.shortNames.filter((name) => taken.includes(name))).toEqual([]);
    });

    test('has columns whose names are words, of members that exist', () => {
      expect(columns.filter(({ name }) => !COLUMN.test(name))).toEqual([]);
      expect(columns.map(({ name }) => name)).toContain('Age');
      const paths = [
        ...pathsOf(members),
        ...columns
          .map(({ jsonPath }) => jsonPath)
          .filter((path) => path.startsWith('.metadata.') || path.includes('conditions[?('))
          .map((path) => path.slice(1)),
      ];
      const shown = columns.map(({ jsonPath }) => jsonPath.slice(1).replace(/\[0\]$/, ''));
      expect(shown.filter((path) => !paths.includes(path))).toEqual([]);
    });

    test('has fields for selection that exist and have a single value', () => {
      const fields = version?.selectableFields ?? [];
      expect(fields.length).toBeGreaterThan(0);
      const found = fields.map(({ jsonPath }) =>
        members.find(({ path }) => `.${path}` === jsonPath),
      );
      const types = found.map((member) => member?.schema.type ?? 'absent');
      expect(types.filter((type) => !['string', 'integer', 'boolean'].includes(type))).toEqual([]);
    });

    test('has conditions of the type metav1.Condition', () => {
      const list = statusNode.properties?.['conditions'];
      const item = list?.items;
      expect(list?.['x-kubernetes-list-map-keys']).toEqual(['type']);
      expect(item?.required).toEqual(['lastTransitionTime', 'message', 'reason', 'status', 'type']);
      expect(item?.properties?.['reason']?.pattern).toBe(
        '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
      );
      expect(item?.properties?.['type']).toMatchObject({
        maxLength: 316,
        pattern: expect.any(String),
        description: expect.stringMatching(/^[A-Z]\w+(, [A-Z]\w+)* or [A-Z]\w+[.]$/),
      });
      expect(item?.properties?.['status']?.enum).toEqual(['True', 'False', 'Unknown']);
      expect(item?.properties?.['lastTransitionTime']?.format).toBe('date-time');
    });

    test('has times in the status in RFC 3339, under names that end in At', () => {
      const fields = everySchema(statusNode, 'status').filter(
        ({ path }) => !path.startsWith('status.conditions'),
      );
      const isTime = (description = ''): boolean =>
        /^(Time (when|of|at)\b|When )/.test(description) && !/in seconds/.test(description);
      const isNamed = (path: string): boolean =>
        /(At|Time|Date|[cC]reated|[uU]pdated|[fF]inished|[sS]ince|\.at)$/.test(path);
      const times = fields.filter(
        ({ path, schema }) => isNamed(path) || isTime(schema.description),
      );
      expect(times.filter(({ schema }) => schema.format === 'date-time').length).toBeGreaterThan(1);
      expect(times.filter(({ schema }) => schema.format !== 'date-time')).toEqual([]);
      expect(
        fields
          .filter(({ path, schema }) => schema.format === 'date-time' && !/(At|\{\})$/.test(path))
          .map(({ path }) => path),
      ).toEqual([]);
    });

    test('has lists that say how they are merged: maps by key, sets, and in order what its page says to be', () => {
      const all = [...everySchema(specNode, 'spec'), ...everySchema(statusNode, 'status')];
      const wholes = all.filter(({ schema }) => schema['x-kubernetes-map-type'] === 'atomic');
      const lists = all.filter(
        ({ path, schema }) =>
          schema.type === 'array' && !wholes.some((one) => path.startsWith(`${one.path}.`)),
      );
      expect(pathsOf(lists.filter(({ schema }) => !isWellMerged(schema)))).toEqual([]);
      expect(pathsOf(lists)).toContain('status.conditions');
    });

    test('has no member that takes anything', () => {
      const every = everySchema(whole, '');
      const open = every.filter(
        ({ schema }) =>
          schema['x-kubernetes-preserve-unknown-fields'] !== undefined ||
          schema.additionalProperties === true,
      );
      expect([every.length > 30, pathsOf(open)]).toEqual([true, []]);
    });

    test('has no member of the spec that says it is a status', () => {
      expect(members.length).toBeGreaterThan(20);
      expect(members.filter(({ path }) => /^spec[.](.*[.])?status$/.test(path))).toEqual([]);
    });

    test('has no choice with one word, and no boolean that can only be true', () => {
      const single = members.filter((node) => node.schema.enum?.length === 1);
      expect(pathsOf(single)).toEqual([]);
    });

    test('describes each member in sentences that begin with what it is', () => {
      const isWell = ({ schema: { description = '', enum: words = [], type } }: Child): boolean => {
        const [first = ''] = /^[\w/]+/.exec(description) ?? [];
        return (
          description.endsWith('.') &&
          !/^(What|Who|Whether|How|When|Why)\b/.test(description) &&
          !/\b(some|no)body\b|\b(anew|wish|mend|told|tells)\b|\bspeaks? of\b/.test(description) &&
          (/^[A-Z`"[]/.test(description) ||
            words.includes(first) ||
            (type === 'boolean' && /^(true|false): /.test(description)) ||
            /^[a-z0-9]+ or [a-z0-9]+[.]$/.test(description))
        );
      };
      expect(pathsOf(members.filter((one) => !isWell(one)))).toEqual([]);
    });

    test('has booleans of the status that say when they are true', () => {
      const flags = members.filter(
        ({ path, schema }) => path.startsWith('status.') && schema.type === 'boolean',
      );
      const vague = flags.filter(
        ({ schema }) => !/^True (if|while) /.test(schema.description ?? ''),
      );
      expect(pathsOf(vague)).toEqual([]);
    });

    test('has names of its own in lowerCamelCase, neither negative nor shortened', () => {
      const own = members.filter((member) => !isOfTheService(member));
      expect(own.length).toBeGreaterThan(10);
      expect(pathsOf(members.filter(({ name }) => !/^[a-z][a-zA-Z0-9]*$/.test(name)))).toEqual([]);
      expect(pathsOf(own.filter(({ name }) => NEGATIVE.test(name)))).toEqual([]);
      expect(
        pathsOf(own.filter(({ name }) => wordsOf(name).some((word) => SHORTENED.test(word)))),
      ).toEqual([]);
    });

    test('has rules of admission that name a field, and messages that read on behind it', () => {
      const rules = [
        ...(whole['x-kubernetes-validations'] ?? []).map((rule) => ({ ...rule, from: '' })),
        ...(specNode['x-kubernetes-validations'] ?? []).map((rule) => ({ ...rule, from: 'spec' })),
      ].map((rule) => ({ ...rule, at: `${rule.from}${rule.fieldPath ?? ''}`.replace(/^[.]/, '') }));
      const isRight = ({ at, message, rule }: (typeof rules)[number]): boolean =>
        (at === 'spec' ? rule === 'self == oldSelf' : pathsOf(members).includes(at)) &&
        /^(must|may) [^A-Z]/.test(message.replace(/ (Observe)/, ' o')) &&
        !message.includes('only then') &&
        !(at !== 'spec' && message.includes(at));
      expect(rules.length).toBeGreaterThan(3);
      expect(rules.filter((rule) => !isRight(rule))).toEqual([]);
      const said = rules.map(({ at, message }) => `${at}: ${message}`);
      expect(new Set(said).size).toBe(said.length);
    });
  },
);

/** The forms of two members that exclude each other without a discriminator, as
 *  docs/api-conventions.md lists them. Each returns true for a pair of the form. */
const EXCLUSIVE_FORMS: Readonly<Record<string, (pair: ExclusivePair) => boolean>> = {
  'a reference by name or by id': ({ path, members }) =>
    /Refs?(\[\])?$/.test(path) && members.join() === 'id,name',
  'a value, or where it comes from': ({ members: [value, other] }) => other === `${value}From`,
  'a value that a copy has from its source': ({ members }) => members.includes('cloneFrom'),
  'two fields of one request of the service': ({ path, members }) =>
    path === 'spec' && members.every((name) => isOfTheService({ name })),
};

test('members that exclude each other have a discriminator, or one of four forms', () => {
  const found = REGISTRY.flatMap(({ kind, cases: { spec, cases } }) => {
    const accepted = cases.flatMap((row) => [
      ...(row.refused === undefined ? [{ ...spec, ...row.spec }] : []),
      ...(row.was === undefined ? [] : [{ ...spec, ...row.was }]),
    ]);
    return exclusiveMembers(kind, accepted).map((pair) => ({ ...pair, kind: kind.kind }));
  });
  const formsOf = (pair: ExclusivePair): readonly string[] =>
    Object.keys(EXCLUSIVE_FORMS).filter((form) => EXCLUSIVE_FORMS[form]?.(pair));
  const shown = found.map((pair) => `${pair.kind} ${pair.path}: ${pair.members.join(', ')}`);
  expect(shown.filter((_, i) => formsOf(found[i] as ExclusivePair).length !== 1)).toEqual([]);
  expect(new Set(found.flatMap(formsOf))).toEqual(new Set(Object.keys(EXCLUSIVE_FORMS)));
  expect(shown.filter((pair) => !pair.endsWith(': id, name'))).toEqual([
    'Instance spec: backupId, image',
    'DnsRecord spec: target, targetFrom',
    'Volume spec: cloneFrom, region',
  ]);
});

/** Checks what only kinds with an item have, without exceptions: docs/api-conventions.md. */
describe.each(KINDS.map((kind) => [kind.kind, kind] as const))(
  'the definition of %s, which has an item',
  (_, kind) => {
    const [version] = definition(kind).spec.versions;

    test('has the id of the item as a column, and the time of its last change in the status', () => {
      expect(version?.additionalPrinterColumns.map(({ name }) => name)).toContain('ID');
      expect(Object.keys(statusSchema(kind).properties ?? {})).toContain('updatedAt');
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

    test('shows no operator-only data in the public status', () => {
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
