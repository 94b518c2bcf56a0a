import { expect, test } from 'vitest';
import { events } from '../../src/api/events.ts';
import { playAll } from '../../test/support/simulator/case.ts';
import { make, volume } from '../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../test/support/simulator/stage.ts';
import { listedPlain } from '../core/reply.ts';
import { paged } from './pages.ts';

const volumes =
  (count: number) =>
  (stage: Stage): number => {
    for (let number = 0; number < count; number += 1)
      make(stage, '/volumes', {
        label: `v${number}`,
        region: 'us-east',
        size: 10 + (number % 3),
        tags: [`tag${number % 2}`],
      });
    return count;
  };

const filtered = (filter: unknown) => ['GET', '/volumes', undefined, { filter }] as const;
const raw = (header: string) =>
  ['GET', '/volumes', undefined, { headers: { 'x-filter': header } }] as const;
const labels = (stage: Stage, filter: unknown): readonly string[] =>
  (stage.call(...filtered(filter)).at('data') as readonly { readonly label: string }[]).map(
    ({ label }) => label,
  );

playAll([
  {
    name: 'an empty list has one page',
    call: () => ['GET', '/volumes'],
    has: { data: [], page: 1, pages: 1, results: 0 },
  },
  {
    name: 'a page has 100 rows',
    given: volumes(101),
    call: () => ['GET', '/volumes'],
    has: { page: 1, pages: 2, results: 101 },
  },
  {
    name: 'the last page has the rest',
    given: volumes(101),
    call: () => ['GET', '/volumes?page=2'],
    has: { page: 2, data: [{ label: 'v100' }] },
  },
  {
    name: 'beyond the last page nothing is found',
    call: () => ['GET', '/volumes?page=2'],
    status: 404,
    problems: ['Not found'],
  },
  {
    name: 'beyond the last page it is empty',
    dialect: 'documents',
    call: () => ['GET', '/volumes?page=2'],
    has: { data: [], page: 2, pages: 1, results: 0 },
  },
  {
    name: 'a page size has bounds',
    call: () => ['GET', '/volumes?page_size=24'],
    status: 400,
    problems: ['page_size: Must be 25-500'],
  },
  {
    name: 'a page size is a number',
    call: () => ['GET', '/volumes?page_size=many&page=0'],
    status: 400,
    problems: ['page: Must be 1 or greater', 'page_size: Must be 25-500'],
  },
  {
    name: 'bounds hold on catalogs too',
    call: () => ['GET', '/regions?page_size=501'],
    status: 400,
    problems: ['page_size: Must be 25-500'],
  },
  {
    name: 'what may not be filtered is refused',
    call: () => filtered({ size: 20 }),
    status: 400,
    problems: ['X-Filter: Cannot filter on size'],
  },
  {
    name: 'an unknown operator is refused',
    call: () => filtered({ label: { '+like': 'a' } }),
    status: 400,
    problems: ['X-Filter: Cannot filter on +like'],
  },
  {
    name: 'a filter is JSON',
    call: () => raw('{"label"'),
    status: 400,
    problems: ['X-Filter: Filter not valid JSON'],
  },
  {
    name: 'a filter is an object',
    call: () => raw('[1]'),
    status: 400,
    problems: ['X-Filter: Filter not valid JSON'],
  },
  {
    name: 'an order is asc or desc',
    call: () => filtered({ '+order': 'up' }),
    status: 400,
    problems: ['X-Filter: +order must be asc or desc'],
  },
  {
    name: 'an order is by what may be filtered',
    call: () => filtered({ '+order_by': 'size' }),
    status: 400,
    problems: ['X-Filter: Cannot order by size'],
  },
  {
    name: 'images are filtered by their status',
    call: () => [
      'GET',
      '/images',
      undefined,
      { filter: { status: 'available', '+order_by': 'label' } },
    ],
  },
  {
    name: 'images are not ordered by their status',
    call: () => ['GET', '/images', undefined, { filter: { '+order_by': 'status' } }],
    status: 400,
    problems: ['X-Filter: Cannot order by status'],
  },
  {
    name: 'a filter on what is read alone is ignored',
    given: volume,
    call: (id) => ['GET', `/volumes/${id}`, undefined, { filter: { nonsense: 1 } }],
  },
  {
    name: 'results counts what matches',
    given: volumes(7),
    call: () => filtered({ tags: 'tag1' }),
    has: { results: 3, pages: 1 },
  },
  {
    name: 'no match is an empty page',
    given: volumes(2),
    call: () => filtered({ label: 'none' }),
    has: { results: 0, page: 1, pages: 1 },
  },
]);

test.each([
  [{ label: 'v1' }, ['v1']],
  [{ label: { '+contains': '2' } }, ['v2']],
  [{ label: { '+neq': 'v0' } }, ['v1', 'v2', 'v3']],
  [{ '+or': [{ label: 'v0' }, { label: 'v3' }] }, ['v0', 'v3']],
  [{ '+and': [{ tags: 'tag0' }, { label: { '+gt': 'v0' } }] }, ['v2']],
  [{ '+or': [{ '+and': [{ label: 'v1' }, { tags: 'tag0' }] }, { label: 'v2' }] }, ['v2']],
  [{ tags: 'tag1', label: { '+lte': 'v1' } }, ['v1']],
  [{ '+order_by': 'label', '+order': 'desc' }, ['v3', 'v2', 'v1', 'v0']],
  [{ '+order': 'desc' }, ['v3', 'v2', 'v1', 'v0']],
  [{ label: { '+gte': 'v1', '+lt': 'v3' } }, ['v1', 'v2']],
])('%j finds %j', (filter, expected) => {
  const stage = openStage();
  volumes(4)(stage);
  expect(labels(stage, filter)).toEqual(expected);
});

test('every page of a growing list holds different rows', () => {
  const stage = openStage();
  volumes(60)(stage);
  const ids = [1, 2, 3].flatMap(
    (page) =>
      stage.call('GET', `/volumes?page=${page}&page_size=25`).at('data') as readonly {
        readonly id: number;
      }[],
  );
  expect(new Set(ids.map(({ id }) => id)).size).toBe(60);
});

test.each([
  ['a page of all rows', undefined, 25],
  ['a page of what a filter on plain rows leaves', '{"id":{"+gt":900}}', 25],
  ['the rows that a value narrows a filter to', '{"entity.id":7}', 1],
])('only %s is turned into records', (_name, filter, expected) => {
  const { sim } = openStage();
  const rows = Array.from({ length: 1000 }, (_, id) => ({ id, entity: { id: id % 500 } }));
  const shown: unknown[] = [];
  const show = (row: unknown): unknown => {
    shown.push(row);
    return row;
  };
  const looked: unknown[] = [];
  const narrow = (equal: Readonly<Record<string, unknown>>) => {
    looked.push(equal);
    return 'entity.id' in equal ? rows.filter(({ id }) => id === equal['entity.id']) : rows;
  };
  const listing = listedPlain(rows, show, { isPlain: true, narrow });
  paged(sim.world(), listing, events.list, null, {
    query: new URLSearchParams('page_size=25'),
    filter,
  });
  expect([shown.length, looked.length]).toEqual([expected, filter === undefined ? 0 : 1]);
});
