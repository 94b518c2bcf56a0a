import { describe, expect, test } from 'vitest';
import type { Ref } from '../../model/ref.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { resolveReferences } from './references.ts';
import type { Surroundings } from './referents.ts';

const object = (
  name: string,
  over: { status?: object; labels?: Record<string, string>; deleting?: boolean } = {},
): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: {
    name,
    namespace: 'ns',
    uid: name,
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: over.labels ?? {},
    ...(over.deleting === true ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
  },
  status: over.status ?? {},
});

const around = (
  objects: readonly KubeObject[],
  over: Partial<Surroundings> = {},
): Surroundings => ({
  namespace: 'ns',
  deleting: false,
  recorded: {},
  get: ({ name }) => objects.find((one) => one.metadata.name === name),
  list: () => objects,
  ...over,
});

const ref = (over: Partial<Ref> = {}): Ref => ({
  path: 'thingRef',
  kind: 'Thing',
  by: 'name',
  take: 'id',
  neededFor: 'update',
  ...over,
});

describe('a reference by name', () => {
  test('is replaced by the value of its referent, and recorded', () => {
    const resolution = resolveReferences(
      [ref()],
      { size: 1, thingRef: { name: 'a' } },
      around([object('a', { status: { id: 7 } })]),
    );
    expect(resolution.spec).toEqual({ size: 1, thingRef: { name: 'a', id: 7 } });
    expect(resolution.ids).toEqual({ thingRef: [{ name: 'a', value: 7 }] });
    expect(resolution.watched).toEqual([{ kind: 'Thing', namespace: 'ns', name: 'a' }]);
  });

  const missing: readonly [string, readonly KubeObject[], string][] = [
    ['a referent that does not exist', [], 'Thing/a, which does not exist'],
    ['a referent without a value', [object('a')], 'Thing/a, which is not created yet'],
    [
      'a referent that goes',
      [object('a', { status: { id: 7 }, deleting: true })],
      'Thing/a, which is being deleted',
    ],
  ];
  test('waits while the referent says the same from its side', () => {
    const twice = { ...object('a', { status: { id: 7 } }), spec: { owner: { ref: { id: 3 } } } };
    const resolution = resolveReferences(
      [ref({ unless: ['other', 'owner.ref'] })],
      { thingRef: { name: 'a' } },
      around([twice]),
    );
    expect(resolution.spec).toEqual({ thingRef: { name: 'a' } });
    expect(resolution.missing.map((one) => one.for)).toEqual([
      'Thing/a, whose spec.owner.ref defines the same: define it in one of both',
    ]);
    const once = { ...twice, spec: { size: 1 } };
    expect(
      resolveReferences(
        [ref({ unless: ['other', 'owner.ref'] })],
        { thingRef: { name: 'a' } },
        around([once]),
      ).spec,
    ).toEqual({ thingRef: { name: 'a', id: 7 } });
  });

  test.for(missing)('waits for %s, and manages nothing meanwhile', ([, objects, why]) => {
    const resolution = resolveReferences([ref()], { thingRef: { name: 'a' } }, around(objects));
    expect(resolution.spec).toEqual({ thingRef: { name: 'a' } });
    expect(resolution.missing.map((one) => one.for)).toEqual([why]);
    expect(resolution.watched).toHaveLength(1);
  });

  test('keeps what was recorded while its referent has no value for a while', () => {
    const recorded = { thingRef: [{ name: 'a', value: 7 }] };
    expect(
      resolveReferences([ref()], { thingRef: { name: 'a' } }, around([object('a')], { recorded }))
        .spec,
    ).toEqual({ thingRef: { name: 'a', id: 7 } });
  });

  test('does not take over what was recorded for another name', () => {
    const recorded = { thingRef: [{ name: 'b', value: 7 }] };
    expect(
      resolveReferences([ref()], { thingRef: { name: 'a' } }, around([object('a')], { recorded }))
        .spec,
    ).toEqual({ thingRef: { name: 'a' } });
  });

  test('of an object that goes is what was recorded, whatever became of the referent', () => {
    const recorded = { thingRef: [{ name: 'a', value: 7 }] };
    expect(
      resolveReferences(
        [ref()],
        { thingRef: { name: 'a' } },
        around([], { recorded, deleting: true }),
      ).spec,
    ).toEqual({ thingRef: { name: 'a', id: 7 } });
  });

  test('is found deep in lists and maps, and recorded by the path of all such places', () => {
    const deep = ref({ path: 'configs[].devices.*.thingRef' });
    const spec = {
      configs: [
        { devices: { sda: { thingRef: { name: 'a' } }, sdb: { diskId: 3 } } },
        { label: 'x' },
      ],
    };
    const resolution = resolveReferences(
      [deep],
      spec,
      around([object('a', { status: { id: 7 } })]),
    );
    expect(resolution.spec).toEqual({
      configs: [
        { devices: { sda: { thingRef: { name: 'a', id: 7 } }, sdb: { diskId: 3 } } },
        { label: 'x' },
      ],
    });
    expect(Object.keys(resolution.ids)).toEqual(['configs[].devices.*.thingRef']);
  });
});

test('a reference by the id of an item leads there by itself: nothing is looked up', () => {
  const spec = { thingRef: { id: 7 }, from: { thingRefs: [{ id: 8 }] } };
  const refs = [ref(), ref({ take: 'name' }), ref({ path: 'from.thingRefs[]' })];
  expect(resolveReferences(refs, spec, around([]))).toEqual({
    spec,
    ids: { thingRef: [], 'thingRef/name': [], 'from.thingRefs[]': [] },
    missing: [],
    unresolved: {},
    watched: [],
  });
});

test('a reference has every value that is taken from its referent', () => {
  const refs = [ref({ take: 'zone' }), ref()];
  const things = [object('a', { status: { id: 7, zone: 'example.org' } })];
  const { spec, ids } = resolveReferences(refs, { thingRef: { name: 'a' } }, around(things));
  expect(spec).toEqual({ thingRef: { name: 'a', zone: 'example.org', id: 7 } });
  expect(Object.keys(ids)).toEqual(['thingRef/zone', 'thingRef']);
});

describe('a selector', () => {
  const byLabel = ref({ path: 'selector', into: 'thingRefs', by: 'selector' });
  const objects = [
    object('b', { status: { id: 2 }, labels: { app: 'web' } }),
    object('a', { status: { id: 1 }, labels: { app: 'web', tier: 'front' } }),
    object('c', { status: { id: 3 }, labels: { app: 'db' } }),
    object('d', { labels: { app: 'web' } }),
    object('e', { status: { id: 5 }, labels: { app: 'web' }, deleting: true }),
  ];
  const rows: readonly [string, object, readonly number[]][] = [
    ['takes those with the labels, by name', { matchLabels: { app: 'web' } }, [1, 2]],
    ['takes all when it asks for nothing', {}, [1, 2, 3]],
    ['takes nothing when no object matches', { matchLabels: { app: 'mail' } }, []],
    [
      'knows In',
      { matchExpressions: [{ key: 'app', operator: 'In', values: ['db', 'mail'] }] },
      [3],
    ],
    [
      'knows NotIn',
      { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] },
      [3],
    ],
    ['knows Exists', { matchExpressions: [{ key: 'tier', operator: 'Exists' }] }, [1]],
    [
      'knows DoesNotExist',
      { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] },
      [2, 3],
    ],
    [
      'takes nothing by an operator that it does not know',
      { matchExpressions: [{ key: 'tier', operator: 'Like' }] },
      [],
    ],
  ];
  test.for(rows)('%s', ([, selector, ids]) => {
    expect(resolveReferences([byLabel], { selector }, around(objects)).spec).toMatchObject({
      thingRefs: ids.map((id) => ({ id })),
    });
  });

  test('keeps the recorded value of a selected object that has none now', () => {
    const recorded = { selector: [{ name: 'd', value: 4 }] };
    const { spec } = resolveReferences(
      [byLabel],
      { selector: { matchLabels: { app: 'web' } } },
      around(objects, { recorded }),
    );
    expect(spec).toMatchObject({ thingRefs: [{ id: 1 }, { id: 2 }, { id: 4 }] });
  });

  test('keeps the recorded value of a selected object until the object is gone', () => {
    const recorded = { selector: [5, 6].map((value) => ({ name: 'e', value })) };
    const selected = (there: readonly KubeObject[]) =>
      resolveReferences(
        [byLabel],
        { selector: { matchLabels: { app: 'web' } } },
        around(there, { recorded }),
      ).ids;
    const others = ['a', 'b'].map((name, index) => ({ name, value: index + 1 }));
    expect(selected(objects)).toEqual({ selector: [...others, ...recorded.selector] });
    expect(selected(objects.filter(({ metadata }) => metadata.name !== 'e'))).toEqual({
      selector: others,
    });
  });

  test('stays beside the values that it leads to', () => {
    expect(
      resolveReferences([byLabel], { selector: {}, thingRefs: [{ id: 9 }] }, around(objects)).spec,
    ).toEqual({
      selector: {},
      thingRefs: [{ id: 9 }, { id: 1 }, { id: 2 }, { id: 3 }],
    });
  });

  test('that is absent is not managed', () => {
    expect(resolveReferences([byLabel], { size: 1 }, around(objects)).spec).toEqual({ size: 1 });
  });
});

describe('a list of references', () => {
  const many = ref({ path: 'thingRefs[]' });
  test('has a value in each member, beside those that are named by it', () => {
    const things = [
      object('a', { status: { id: 7 } }),
      object('b', { status: { id: 8 } }),
      object('c'),
    ];
    const spec = { thingRefs: [{ id: 1 }, ...['a', 'b', 'c'].map((name) => ({ name }))] };
    const resolution = resolveReferences([many], spec, around(things));
    expect(resolution.spec).toEqual({
      thingRefs: [{ id: 1 }, { name: 'a', id: 7 }, { name: 'b', id: 8 }, { name: 'c' }],
    });
    expect(resolution.watched).toHaveLength(3);
    expect(resolution.ids).toEqual({
      'thingRefs[]': [
        { name: 'a', value: 7 },
        { name: 'b', value: 8 },
      ],
    });
    expect(resolution.missing.map((one) => one.for)).toEqual(['Thing/c, which is not created yet']);
  });
  test('takes all that its referents have where that is wanted', () => {
    const things = [
      object('a', { status: { addresses: ['x', 'y'] } }),
      object('b', { status: { addresses: ['y', 'z'] } }),
    ];
    const spec = { from: { thingRefs: [{ name: 'a' }, { name: 'b' }] } };
    const addresses = ref({
      path: 'from.thingRefs[]',
      into: 'addresses',
      take: 'addresses',
      all: true,
    });
    const resolution = resolveReferences([addresses], spec, around(things));
    expect(resolution.spec).toMatchObject({ from: { addresses: ['x', 'y', 'z'] } });
    expect(resolution.ids['from.thingRefs[]']).toEqual([
      ...['x', 'y'].map((value) => ({ name: 'a', value })),
      { name: 'b', value: 'y' },
      { name: 'b', value: 'z' },
    ]);
  });
  test('is joined by what a selector takes', () => {
    const selected = ref({ path: 'thingSelector', into: 'thingRefs', by: 'selector' });
    const things = [
      object('a', { status: { id: 7 } }),
      object('b', { status: { id: 8 }, labels: { app: 'x' } }),
    ];
    const spec = { thingRefs: [{ name: 'a' }], thingSelector: { matchLabels: { app: 'x' } } };
    expect(resolveReferences([many, selected], spec, around(things)).spec).toMatchObject({
      thingRefs: [{ name: 'a', id: 7 }, { id: 8 }],
    });
    expect(
      resolveReferences([many, selected], { thingRefs: [] }, around(things)).spec,
    ).toMatchObject({ thingRefs: [] });
  });
});

describe('members of a list without a value of their own', () => {
  const many = ref({ path: 'from.thingRefs[]' });
  const selected = ref({ path: 'from.thingSelector', into: 'thingRefs', by: 'selector' });
  const [a, b] = [object('a', { status: { id: 7 } }), object('b')];
  const going = object('a', { status: { id: 7 }, deleting: true });
  const named = { from: { thingRefs: [{ name: 'a' }, { name: 'b' }] } };
  const recorded = (...names: readonly string[]) => {
    const values = names.map((name) => ({ name, value: 7 }));
    return { recorded: { 'from.thingRefs[]': values, 'from.thingSelector': values } };
  };
  type Row = readonly [
    name: string,
    spec: object,
    there: readonly KubeObject[],
    over: Partial<Surroundings>,
    unresolved: string | undefined,
  ];
  const rows: readonly Row[] = [
    ['none', named, [a, { ...b, status: { id: 8 } }], {}, undefined],
    ['a name without an object', named, [a], {}, 'Thing/b, which does not exist'],
    ['a name of an object without a value', named, [a, b], {}, 'Thing/b, which is not created yet'],
    [
      'one whose value is only recorded',
      named,
      [a, b],
      recorded('b'),
      'Thing/b, which is not created yet',
    ],
    ['the first of several', named, [], {}, 'Thing/a, which does not exist'],
    [
      'an object that goes and was never resolved',
      { from: { thingRefs: [{ name: 'a' }] } },
      [going],
      {},
      'Thing/a, which is being deleted',
    ],
    [
      'an object that goes and keeps what is recorded',
      { from: { thingRefs: [{ name: 'a' }] } },
      [going],
      recorded('a'),
      undefined,
    ],
    [
      'a selected object without a value',
      { from: { thingSelector: {} } },
      [a, b],
      {},
      'Thing/b, which is not created yet',
    ],
    [
      'a selected object that goes and was never resolved',
      { from: { thingSelector: {} } },
      [going],
      {},
      'Thing/a, which is being deleted',
    ],
    [
      'a selected object that goes and keeps what is recorded',
      { from: { thingSelector: {} } },
      [going],
      recorded('a'),
      undefined,
    ],
    ['none while the object itself goes', named, [], { deleting: true }, undefined],
  ];
  test.for(rows)(
    'are reported by the path of the list: %s',
    ([, spec, there, over, unresolved]) => {
      const resolution = resolveReferences([many, selected], spec, around(there, over));
      expect(resolution.unresolved['from.thingRefs']).toBe(unresolved);
    },
  );

  test('are found by their names, wherever they stand in the list', () => {
    const names = ['c', 'b', 'a'].map((name) => ({ name }));
    const values = {
      recorded: { 'from.thingRefs[]': ['a', 'b', 'c'].map((name, i) => ({ name, value: i })) },
    };
    const { ids } = resolveReferences(
      [many],
      { from: { thingRefs: names } },
      around(
        ['a', 'b', 'c'].map((name) => object(name)),
        values,
      ),
    );
    expect(ids['from.thingRefs[]']).toEqual(
      [2, 1, 0].map((value) => ({ name: 'abc'[value], value })),
    );
  });
});

describe('a reference whose value belongs to the top of the spec', () => {
  const deep = ref({ path: 'from.thingRef', into: '/target', take: 'addresses' });
  const things = [object('a', { status: { id: 7, addresses: ['x', 'y'] } })];
  test('leads there and stays, so that more can be taken from the same referent', () => {
    const resolution = resolveReferences(
      [deep, ref({ path: 'from.thingRef' })],
      { size: 1, from: { thingRef: { name: 'a' } } },
      around(things),
    );
    expect(resolution.spec).toEqual({
      size: 1,
      from: { thingRef: { name: 'a', id: 7 } },
      target: 'x',
    });
    expect(Object.keys(resolution.ids)).toEqual(['from.thingRef/target', 'from.thingRef']);
  });
  test('counts only where the spec says so', () => {
    const only = { ...deep, when: { field: 'type', is: 'A' } };
    const spec = { type: 'B', from: { thingRef: { name: 'a' } } };
    expect(resolveReferences([only], spec, around(things))).toMatchObject({
      spec,
      ids: {},
      watched: [],
    });
    expect(resolveReferences([only], { ...spec, type: 'A' }, around(things)).spec).toMatchObject({
      target: 'x',
    });
  });
});

test('where the item was, it still is when the object of what holds it vanished', () => {
  const recorded = { thingRef: [{ name: 'a', value: 7 }] };
  const spec = { thingRef: { name: 'a' } };
  expect(resolveReferences([ref({ holds: true })], spec, around([], { recorded })).spec).toEqual({
    thingRef: { name: 'a', id: 7 },
  });
  expect(resolveReferences([ref()], spec, around([], { recorded })).spec).toEqual(spec);
});
