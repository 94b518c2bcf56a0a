import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Intent } from '../../model/intent.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Evidence } from './evidence.ts';
import { type Identity, identify } from './identity.ts';

interface Thing {
  readonly id: number;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly created?: string;
}

const AT = Date.UTC(2026, 0, 1, 12, 0, 0);
const MARK = 'k8s:me';
const listing = (items: readonly Thing[], odd: readonly { readonly id: number }[] = []) => ({
  items: new Map(items.map((item) => [item.id, item])),
  unread: new Map(
    odd.map((given) => [
      given.id,
      {
        given,
        failure: { code: 'Unreadable', detail: `item ${given.id} cannot be read` } as const,
      },
    ]),
  ),
});
const intent = (over: Partial<Intent> = {}): Intent => ({
  uid: 'me',
  at: AT,
  account: 'a',
  path: '/things',
  key: 'web',
  marked: true,
  ...over,
});

const evidence = (
  items: readonly Thing[],
  over: Partial<Evidence<Thing>> = {},
): Evidence<Thing> => ({
  mark: MARK,
  key: 'web',
  keyOf: (item) => item.label,
  import: undefined,
  intent: null,
  requestTimeoutMs: 30_000,
  listing: listing(items),
  tagged: (tag) => items.filter(({ tags }) => tags?.includes(tag) === true),
  keyed: (key) => items.filter(({ label }) => label === key),
  waitedOut: false,
  deleting: false,
  claimant: () => null,
  ownerOf: (mark) => mark,
  ...over,
});

interface Row {
  readonly name: string;
  readonly items: readonly Thing[];
  readonly over?: Partial<Evidence<Thing>>;
  readonly is: Identity<Thing>['type'];
  readonly id?: number;
}

const rows: readonly Row[] = [
  { name: 'nothing there: free to create', items: [], is: 'free' },
  {
    name: 'the item with our mark is ours',
    items: [{ id: 1, label: 'x', tags: ['a', MARK] }],
    is: 'ours',
    id: 1,
  },
  {
    name: 'what a lost answer left is ours although it carries the mark of what it was copied from',
    items: [
      { id: 1, label: 'source', tags: ['k8s:other'] },
      { id: 2, label: 'web', tags: ['k8s:other'], created: '2026-01-01T12:00:01' },
    ],
    over: { intent: intent({ marked: false, path: '/things/1/clone' }) },
    is: 'ours',
    id: 2,
  },
  {
    name: 'what carries another mark than its source was not left by us',
    items: [
      { id: 1, label: 'source', tags: ['k8s:source'] },
      { id: 2, label: 'web', tags: ['k8s:other'], created: '2026-01-01T12:00:01' },
    ],
    over: { intent: intent({ marked: false, path: '/things/1/clone' }), waitedOut: true },
    is: 'conflict',
    id: 2,
  },
  {
    name: 'two items with our mark are a conflict, never a choice',
    items: [
      { id: 1, label: 'x', tags: [MARK] },
      { id: 2, label: 'y', tags: [MARK] },
    ],
    is: 'conflict',
  },
  {
    name: 'of two items with our mark, one that another object holds is not ours',
    items: [
      { id: 1, label: 'x', tags: [MARK] },
      { id: 2, label: 'y', tags: [MARK] },
    ],
    over: { claimant: (id) => (id === 2 ? 'Thing default/b' : null) },
    is: 'ours',
    id: 1,
  },
  {
    name: 'an item with our key that we did not make is a conflict',
    items: [{ id: 1, label: 'web' }],
    is: 'conflict',
    id: 1,
  },
  {
    name: 'an object that goes does not care for a namesake',
    items: [{ id: 1, label: 'web' }],
    over: { deleting: true },
    is: 'free',
  },
  { name: 'a lost create is waited for', items: [], over: { intent: intent() }, is: 'unresolved' },
  {
    name: 'a lost create that left nothing is settled by time and listings',
    items: [],
    over: { intent: intent(), waitedOut: true },
    is: 'free',
  },
  {
    name: 'a lost create without mark is known by its key and time',
    items: [{ id: 7, label: 'web', created: '2026-01-01T12:00:05' }],
    over: { intent: intent({ marked: false }) },
    is: 'ours',
    id: 7,
  },
  {
    name: 'an older namesake is not the fruit of a lost create',
    items: [{ id: 7, label: 'web', created: '2026-01-01T11:59:00' }],
    over: { intent: intent({ marked: false }), waitedOut: true },
    is: 'conflict',
    id: 7,
  },
  {
    name: 'an item without mark is not the fruit of a create that carried it',
    items: [{ id: 7, label: 'web', created: '2026-01-01T12:00:05' }],
    over: { intent: intent() },
    is: 'unresolved',
  },
  {
    name: 'two fruits of one lost create are a conflict',
    items: [
      { id: 7, label: 'web', created: '2026-01-01T12:00:05' },
      { id: 8, label: 'web', created: '2026-01-01T12:00:06' },
    ],
    over: { intent: intent({ marked: false }) },
    is: 'conflict',
  },
  {
    name: 'an import by id takes that item',
    items: [{ id: 5, label: 'old' }],
    over: { import: { by: 'Id', id: 5 } },
    is: 'ours',
    id: 5,
  },
  {
    name: 'an import by label takes that item',
    items: [{ id: 5, label: 'old' }],
    over: { import: { by: 'Label', label: 'old' } },
    is: 'ours',
    id: 5,
  },
  {
    name: 'an import of what exists goes by the key',
    items: [{ id: 5, label: 'web' }],
    over: { import: { by: 'Name' } },
    is: 'ours',
    id: 5,
  },
  {
    name: 'an import of what two items match is a conflict, never a choice',
    items: [
      { id: 5, label: 'old' },
      { id: 6, label: 'old' },
    ],
    over: { import: { by: 'Label', label: 'old' } },
    is: 'conflict',
  },
  {
    name: 'an import of nothing creates nothing',
    items: [],
    over: { import: { by: 'Id', id: 5 } },
    is: 'nothing',
  },
  {
    name: 'an import may create what is not there',
    items: [],
    over: { import: { by: 'Id', id: 5, orCreate: true } },
    is: 'free',
  },
  {
    name: 'a marked item is not imported',
    items: [{ id: 5, label: 'x', tags: ['k8s:other'] }],
    over: { import: { by: 'Id', id: 5 } },
    is: 'conflict',
    id: 5,
  },
  {
    name: 'a marked item is imported by an object that names its mark',
    items: [{ id: 5, label: 'x', tags: ['k8s:other'] }],
    over: { import: { by: 'Id', id: 5, replaceMark: 'k8s:other' } },
    is: 'ours',
    id: 5,
  },
  {
    name: 'an item that another object holds is not imported',
    items: [{ id: 5, label: 'x' }],
    over: { import: { by: 'Id', id: 5 }, claimant: () => 'Thing default/b' },
    is: 'conflict',
    id: 5,
  },
  {
    name: 'of two items with our mark, the one that spec.import.id names is ours',
    items: [
      { id: 1, label: 'x', tags: [MARK] },
      { id: 2, label: 'y', tags: [MARK] },
    ],
    over: { import: { by: 'Id', id: 2 } },
    is: 'ours',
    id: 2,
  },
  {
    name: 'of two fruits of one lost create, the one that spec.import.id names is ours, also while the object goes',
    items: [
      { id: 7, label: 'web', created: '2026-01-01T12:00:05' },
      { id: 8, label: 'web', created: '2026-01-01T12:00:06' },
    ],
    over: { intent: intent({ marked: false }), import: { by: 'Id', id: 8 }, deleting: true },
    is: 'ours',
    id: 8,
  },
  {
    name: 'an import waits for a lost create',
    items: [{ id: 5, label: 'old' }],
    over: { intent: intent(), import: { by: 'Id', id: 5 } },
    is: 'unresolved',
  },
  {
    name: 'an import is done once a lost create is settled',
    items: [{ id: 5, label: 'old' }],
    over: { intent: intent(), import: { by: 'Id', id: 5 }, waitedOut: true },
    is: 'ours',
    id: 5,
  },
  {
    name: 'an object that goes imports nothing',
    items: [{ id: 5, label: 'x' }],
    over: { import: { by: 'Id', id: 5 }, deleting: true },
    is: 'free',
  },
];

describe('whose item is it', () => {
  test.for(rows.map((row) => [row.name, row] as const))('%s', ([, row]) => {
    const identity = identify(evidence(row.items, row.over));
    expect(identity.type).toBe(row.is);
    const id =
      identity.type === 'ours'
        ? identity.item.id
        : identity.type === 'conflict'
          ? identity.id
          : undefined;
    expect(id).toBe(row.id);
  });
});

test('whatever the account holds, nothing is taken that another object holds or marked', () => {
  const thing = fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    label: fc.constantFrom('web', 'db'),
    tags: fc.subarray(['k8s:other', 'blue']),
    created: fc.constantFrom('2026-01-01T12:00:01', '2025-01-01T00:00:00'),
  });
  const importSpec = fc.constantFrom<Evidence<Thing>['import'][]>(
    undefined,
    { by: 'Id', id: 1 },
    { by: 'Label', label: 'web' },
    { by: 'Name' },
  );
  fc.assert(
    fc.property(
      fc.array(thing, { maxLength: 6 }),
      importSpec,
      fc.boolean(),
      fc.boolean(),
      (items, wanted, lost, waitedOut) => {
        const held = new Set<ItemId>([2, 4]);
        const over = { import: wanted, intent: lost ? intent({ marked: false }) : null, waitedOut };
        const identity = identify(
          evidence(items, { ...over, claimant: (id) => (held.has(id) ? 'Thing default/b' : null) }),
        );
        if (identity.type !== 'ours') return;
        expect(held.has(identity.item.id)).toBe(false);
        expect(identity.item.tags).not.toContain('k8s:other');
      },
    ),
  );
});

describe('reports about an item of another owner', () => {
  const HELD = { claimant: (id: ItemId) => (id === 5 ? 'Thing default/b' : null) };
  const web = { id: 5, label: 'web' };
  test.each<[string, readonly Thing[], Partial<Evidence<Thing>>, object]>([
    [
      'a namesake',
      [web],
      {},
      {
        type: 'conflict',
        detail:
          'the account already has web (item 5), which this object did not create; to adopt it, set spec.import',
        id: 5,
      },
    ],
    [
      'a namesake of another object',
      [web],
      HELD,
      {
        type: 'conflict',
        detail: 'the account already has web (item 5), which belongs to Thing default/b',
        id: 5,
      },
    ],
    [
      'an import that another object holds',
      [web],
      { ...HELD, import: { by: 'Id', id: 5 } },
      { type: 'conflict', detail: 'item 5 belongs to Thing default/b', id: 5 },
    ],
    [
      'an import that is marked',
      [{ ...web, tags: ['k8s:you'] }],
      { import: { by: 'Id', id: 5 }, ownerOf: () => 'another cluster' },
      {
        type: 'conflict',
        detail:
          'item 5 carries the mark of another cluster; to adopt it, set spec.import.replaceMark to k8s:you',
        id: 5,
      },
    ],
    [
      'an import by id of nothing',
      [{ ...web, id: 6 }],
      { import: { by: 'Id', id: 5 } },
      {
        type: 'nothing',
        detail: 'the account has no item with id 5; set spec.import.orCreate to create it',
      },
    ],
    [
      'an import by label of nothing',
      [web],
      { import: { by: 'Label', label: 'db' } },
      {
        type: 'nothing',
        detail: 'the account has no item with label db; set spec.import.orCreate to create it',
      },
    ],
    [
      'an import by key of nothing',
      [{ id: 5, label: 'db' }],
      { import: { by: 'Name' } },
      {
        type: 'nothing',
        detail:
          'the account has no item with the name that this object gives its item; set spec.import.orCreate to create it',
      },
    ],
    [
      'an import that two items match',
      [web, { ...web, id: 6 }],
      { import: { by: 'Label', label: 'web' } },
      {
        type: 'conflict',
        detail:
          'items 5 and 6 all match the item of spec.import; name the right one in spec.import, by Id',
      },
    ],
    [
      'two items with the mark',
      [
        { ...web, tags: [MARK] },
        { id: 6, label: 'x', tags: [MARK] },
      ],
      {},
      {
        type: 'conflict',
        detail: 'items 5 and 6 all match k8s:me; name the right one in spec.import, by Id',
      },
    ],
    [
      'two fruits of a lost create',
      [5, 6].map((id) => ({ id, label: 'web', created: '2026-01-01T12:00:05' })),
      { intent: intent({ marked: false }) },
      {
        type: 'conflict',
        detail: 'items 5 and 6 all match key web; name the right one in spec.import, by Id',
      },
    ],
    ['a lost create that cannot be resolved yet', [], { intent: intent() }, { type: 'unresolved' }],
  ])('%s', (_, items, over, told) => {
    expect(identify(evidence(items, over))).toEqual(told);
  });

  test('of what a lost create left, that of another key, of another object, or with a mark that it did not copy is not ours', () => {
    const left = { id: 5, label: 'web', created: '2026-01-01T12:00:05' };
    const lost = {
      intent: intent({ marked: false, path: '/things/12/clone' }),
      waitedOut: true,
      key: 'none',
    };
    const of = (item: Thing, over = {}) =>
      identify(evidence([item, { id: 12, label: 'source', tags: ['k8s:s'] }], { ...lost, ...over }))
        .type;
    expect(of(left)).toBe('ours');
    expect(of({ ...left, tags: ['k8s:s'] })).toBe('ours');
    expect(of({ ...left, tags: ['k8s:t'] })).toBe('free');
    expect(of({ ...left, label: 'db' })).toBe('free');
    expect(of(left, HELD)).toBe('free');
  });
});

describe('an unreadable row of the listing', () => {
  const odd = { id: 9, label: 'other', tags: null, created: '2026-01-01T12:00:05' };
  const unmarked = intent({ marked: false });
  test.for<readonly [string, object, Partial<Evidence<Thing>>, Identity<Thing>['type']]>([
    ['of another key', odd, {}, 'free'],
    ['without the members of a key', { ...odd, label: null }, {}, 'free'],
    ['that has the key', { ...odd, label: 'web' }, {}, 'unreadable'],
    ['that shows the mark anywhere', { ...odd, tags: { first: MARK } }, {}, 'unreadable'],
    ['that spec.import names by id', odd, { import: { by: 'Id', id: 9 } }, 'unreadable'],
    [
      'that spec.import names by label',
      odd,
      { import: { by: 'Label', label: 'other', orCreate: true } },
      'unreadable',
    ],
    ['that an unanswered create may have made', odd, { intent: unmarked }, 'unreadable'],
    [
      'of an unreadable time, beside an unanswered create',
      { ...odd, created: null },
      { intent: unmarked },
      'unreadable',
    ],
    [
      'of another time, beside an unanswered create',
      { ...odd, created: '2026-01-01T09:00:00' },
      { intent: unmarked, waitedOut: true },
      'free',
    ],
    [
      'that another object holds',
      { ...odd, label: 'web' },
      { claimant: () => 'Thing default/other' },
      'free',
    ],
  ])('%s', ([, row, over, expected]) => {
    const at = listing([], [row as { readonly id: number }]);
    expect(identify(evidence([], { ...over, listing: at })).type).toBe(expected);
  });
});
