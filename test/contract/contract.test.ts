import { expect, test } from 'vitest';
import * as z from 'zod';
import { ErrorBody } from '../../src/api/conventions.ts';
import { DEFAULT_SECONDS, STORED_SECONDS, TRANSFER_SOURCES } from '../../src/api/domains.ts';
import type { Area, Endpoint } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { EVENT_ACTIONS } from '../../src/api/event-actions.ts';
import { parameters } from '../../src/api/parameters.ts';
import type { Documents, FieldRow } from './facts/rows.ts';
import { documents, recordings } from './facts.ts';
import { accepts } from './schema.ts';
import { contractProblems } from './walk.ts';

const walk = (changed: Partial<Documents>, described = endpoints): readonly string[] =>
  contractProblems({ ...documents, ...changed }, described);

test('every row of the documents is in the contract as it stands', () => {
  expect(walk({})).toEqual([]);
});

test('the walk saw every row', () => {
  const { endpoints: operations, fields, limits: lines } = documents;
  expect([operations.length, fields.length, lines.length]).toEqual([184, 463, 48]);
});

const AREAS = {
  computes: true,
  volumes: true,
  images: true,
  stackscripts: true,
  databases: true,
  kube: true,
  domains: true,
  firewall: true,
  ips: true,
  account: true,
  events: true,
} as const satisfies Record<Area, true>;

const VALUES: Readonly<Record<string, readonly string[]>> = {
  'areas of scopes': Object.keys(AREAS),
  'domain times': ['0', ...STORED_SECONDS.map(String)],
  'record times': STORED_SECONDS.map(String),
  'default times': Object.entries(DEFAULT_SECONDS).map(([field, seconds]) => `${field} ${seconds}`),
  'transfer sources': TRANSFER_SOURCES,
};

test.each(documents.values.filter(({ name }) => name !== 'event kinds'))(
  'the $name are stated',
  ({ name, values }) => {
    expect(VALUES[name]).toEqual(values);
  },
);

test('the kinds of events are known', () => {
  const kinds = documents.values.find(({ name }) => name === 'event kinds')?.values ?? [];
  expect(kinds.length).toBe(8);
  expect(EVENT_ACTIONS).toEqual(expect.arrayContaining([...kinds]));
});

const stated: Readonly<Record<string, z.ZodType>> = parameters;

test.each(documents.parameters)(
  'the path parameter $parameter is of type $type',
  ({ parameter, type }) => {
    const schema = stated[parameter] ?? z.never();
    expect(accepts(schema, '7')).toBe(true);
    expect(accepts(schema, 'a/b')).toBe(type === 'string');
  },
);

test('every parameter of a template has a type', () => {
  const names = [...endpoints.values()].flatMap(({ path }) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  );
  expect([...new Set(names)].filter((name) => !(name in stated))).toEqual([]);
});

/** Changes the rows of one field. */
const changed = (
  resource: string,
  field: string,
  change: Partial<FieldRow>,
): Partial<Documents> => ({
  fields: documents.fields.map((row) =>
    row.resource === resource && row.field === field ? { ...row, ...change } : row,
  ),
});

const row = {
  page: 'volumes',
  scopes: ['volumes:read_only'],
  request: '',
  response: 'Volume',
} as const;
const without = (name: string): ReadonlyMap<string, Endpoint> =>
  new Map([...endpoints].filter(([key]) => key !== name));
const withScopes = (name: string, scopes: Endpoint['scopes']): ReadonlyMap<string, Endpoint> =>
  new Map([...endpoints].map(([key, one]) => [key, key === name ? { ...one, scopes } : one]));
const limits = (item: string, limit: string): Partial<Documents> => ({
  limits: documents.limits.map((line) => (line.item === item ? { ...line, limit } : line)),
});

/** Planted differences; each must be found and named by its row. */
const planted: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'an endpoint that the contract lacks',
    walk({
      endpoints: [...documents.endpoints, { ...row, method: 'GET', path: '/volumes/{volumeId}/x' }],
    }),
    ['GET /volumes/{volumeId}/x: is missing'],
  ],
  [
    'an endpoint taken from the contract',
    walk({}, without('volumes.detach')),
    ['POST /volumes/{volumeId}/detach: is missing'],
  ],
  [
    'a scope too few',
    walk({}, withScopes('volumes.detach', ['volumes:read_write'])),
    [
      'POST /volumes/{volumeId}/detach: scopes ["volumes:read_write"], not ["volumes:read_write","computes:read_write"]',
    ],
  ],
  [
    'a field that the contract lacks',
    walk({
      fields: [...documents.fields, { resource: 'Volume', field: 'colour', type: 'string' }],
    }),
    ['Volume colour: record: is missing'],
  ],
  [
    'another type',
    walk(changed('Volume', 'size', { type: 'string' })),
    ['Volume size: record: is integer, not string'],
  ],
  [
    'a null that the contract refuses',
    walk(changed('Volume', 'size', { nullable: true })),
    ['Volume size: record: refuses null'],
  ],
  [
    'a larger maximum',
    walk(changed('POST /volumes/{volumeId}/clone', 'label', { max: 33 })),
    ['POST /volumes/{volumeId}/clone label: create: refuses the maximum 33'],
  ],
  [
    'a smaller maximum',
    walk(changed('POST /volumes/{volumeId}/clone', 'label', { max: 31 })),
    ['POST /volumes/{volumeId}/clone label: create: accepts 32, more than the maximum 31'],
  ],
  [
    'a smaller minimum',
    walk(changed('POST /tags', 'label', { min: 2 })),
    ['POST /tags label: create: refuses the minimum 2'],
  ],
  [
    'a larger minimum',
    walk(changed('POST /tags', 'label', { min: 4 })),
    ['POST /tags label: create: accepts 3, less than the minimum 4'],
  ],
  [
    'a word more',
    walk(changed('Volume', 'hardware_type', { words: ['hdd', 'nvme', 'tape'] })),
    ['Volume hardware_type: record: does not know the word tape'],
  ],
  [
    'a word of a body more',
    walk(changed('Rule', 'action', { words: ['ACCEPT', 'DROP', 'LOG'] })),
    ['Rule action: create: refuses the word LOG'],
  ],
  [
    'another default',
    walk(changed('Create instance body', 'booted', { default: false })),
    ['Create instance body booted: create: defaults to true, not false'],
  ],
  [
    'a field that must be sent',
    walk(changed('Create instance body', 'image', { required: true })),
    ['Create instance body image: create: is not required'],
  ],
  [
    'a filter that the contract lacks',
    walk(changed('Volume', 'size', { filterable: true })),
    ['Volume size: cannot be filtered by in volumes.list'],
  ],
  [
    'another limit',
    walk(limits('Firewall rules', '26 across inbound and outbound')),
    ['Firewall rules: refuses 26'],
  ],
  [
    'a limit stated by a constant',
    walk(limits('Active records per domain', '13,000')),
    ['Active records per domain: states 12000, not 13000'],
  ],
  [
    'a line of limits that the contract lacks',
    walk({ limits: [...documents.limits, { item: 'Colours', limit: '7' }] }),
    ['Colours: is missing'],
  ],
  [
    'a grant that the contract lacks',
    walk({ grants: [{ endpoint: 'POST /images', grant: 'add_volumes' }] }),
    ['POST /images: wants "add_images", not "add_volumes"'],
  ],
];

test.each(planted)('the walk finds %s', (_, found, expected) => {
  expect(found).toEqual(expected);
});

test('an operation of no document that is not marked so is found', () => {
  const invented = new Map(endpoints).set('volumes.paint', {
    method: 'POST',
    path: '/volumes/{volumeId}/paint',
    scopes: [],
    response: z.unknown(),
    source: 'volumes#volumes',
  });
  expect(walk({}, invented)).toEqual([
    'POST /volumes/{volumeId}/paint: is in no document and not marked as only named',
  ]);
});

const answered = recordings.filter(({ endpoint }) => endpoint !== undefined);

test.each(answered.filter(({ status }) => status < 300))(
  'the recorded answer of $method $path is read',
  ({ endpoint = '', answer }) => {
    const parsed = endpoints.get(endpoint)?.response.safeParse(answer ?? undefined);
    expect(parsed?.error?.issues ?? []).toEqual([]);
    expect(parsed?.success).toBe(true);
  },
);

test.each(answered.filter(({ status, shape }) => status >= 400 && shape !== 'string'))(
  'the recorded refusal of $method $path is read',
  ({ answer }) => {
    expect(ErrorBody.safeParse(answer).error?.issues ?? []).toEqual([]);
  },
);

/** Endpoints whose recorded header names another scope than the documents, which are followed. */
const OTHER_SCOPES = new Set(['images.list', 'addresses.assign']);

test.each(answered.filter(({ scopes }) => scopes !== undefined))(
  'the recorded scopes of $method $path are those of the contract',
  ({ endpoint = '', scopes }) => {
    const wanted = endpoints.get(endpoint)?.scopes.join(',');
    if (!OTHER_SCOPES.has(endpoint)) expect(wanted === '' ? '*' : wanted).toBe(scopes);
    else expect(wanted).not.toBe(scopes);
  },
);
