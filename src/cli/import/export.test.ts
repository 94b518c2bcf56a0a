import { expect, test } from 'vitest';
import { KINDS } from '../../kinds/index.ts';
import { REGISTRY } from '../../kinds/rows.ts';
import { type Export, exportOf, type Manner } from './export.ts';
import { heldBy, NOTHING_HELD } from './held.ts';
import type { Seen } from './seen.ts';

const MINE = 'k8s:11111111-2222-3333-4444-555555555555';
const OTHER = 'k8s:99999999-2222-3333-4444-555555555555';
const OBSERVE: Manner = {
  namespace: null,
  class: null,
  mode: 'Observe',
  marked: false,
  held: NOTHING_HELD,
};

/** Builds the example of a kind with these fields replaced. */
function seen(name: string, fields: object = {}, details: object = {}): Seen {
  const [one] = REGISTRY.filter(({ kind }) => kind.kind === name);
  if (one === undefined) throw new Error(`no kind ${name}`);
  return {
    kind: one.kind,
    observed: {
      item: one.kind.item.parse({ ...one.cases.item, tags: [], ...fields }) as { id: number },
      details,
    },
    holder: null,
  };
}

const exported = (
  meant: readonly Seen[],
  manner: Partial<Manner> = {},
  wholes: readonly Seen[] = [],
): Export => exportOf({ meant, wholes, unread: [] }, KINDS, { ...OBSERVE, ...manner });

test('a manifest names its item and how it is treated, then the fields in the order of the reference', () => {
  const { documents } = exported(
    [seen('Volume', { id: 9, label: 'Data', tags: ['web', 'shop'], size: 30 })],
    { namespace: 'shop' },
  );
  expect(documents).toEqual([
    {
      apiVersion: 'cloudinfra.dev/v1alpha1',
      kind: 'Volume',
      metadata: { name: 'data', namespace: 'shop' },
      spec: {
        import: { by: 'Id', id: 9 },
        policy: { mode: 'Observe' },
        label: 'Data',
        size: 30,
        region: 'eu-west',
        tags: ['shop', 'web'],
      },
    },
  ]);
  expect(Object.keys(documents[0]?.spec ?? {})).toEqual([
    'import',
    'policy',
    'label',
    'size',
    'region',
    'tags',
  ]);
});

test('a manifest names the class of operators where one is given', () => {
  const { documents } = exported([seen('Volume', { label: 'data' })], { class: 'gold' });
  expect(documents[0]?.metadata).toEqual({
    name: 'data',
    labels: { 'cloudinfra.dev/class': 'gold' },
  });
});

test('items refer to each other by name where both are there', () => {
  const volumes = [
    seen('Volume', { id: 1, label: 'a', compute_id: 7 }),
    seen('Volume', { id: 2, label: 'b', compute_id: 8 }),
  ];
  const { documents } = exported([seen('Instance', { id: 7, label: 'web' }), ...volumes]);
  expect(documents.map(({ spec }) => spec['attachment'])).toEqual([
    undefined,
    { mode: 'Attached', instanceRef: { name: 'web' } },
    { mode: 'Attached', instanceRef: { id: 8 } },
  ]);
});

const pool = {
  id: 4,
  type: 'x',
  count: 1,
  disks: [],
  autoscaler: { enabled: false, min: 1, max: 1 },
  tags: [],
};
const cluster = seen(
  'KubeCluster',
  { id: 3, label: 'shop' },
  { pools: [{ ...pool, nodes: [{ id: 'n', instance_id: 7, status: 'ready' }] }] },
);

test.each<readonly [string, Seen, Partial<Manner>, readonly Seen[], string]>([
  [
    'a node of a cluster',
    seen('Instance', { id: 7, label: 'any' }),
    {},
    [cluster],
    'Instance 7 (any): is left out: it is a part of KubeCluster 3 (shop)',
  ],
  [
    'a node of a cluster that is not seen',
    seen('Instance', { id: 8, label: 'kube3-4-0a1b2c' }),
    {},
    [],
    'Instance 8 (kube3-4-0a1b2c): is left out: its label is that of a part of a KubeCluster',
  ],
  [
    'what is being deleted',
    seen('Instance', { id: 8, label: 'web', status: 'deleting' }),
    {},
    [],
    'Instance 8 (web): is left out: the service is deleting it',
  ],
  [
    'what another object has marked',
    seen('Volume', { id: 9, label: 'data', tags: [MINE] }),
    {},
    [],
    `Volume 9 (data): is left out: it carries the mark of another object (${MINE}); --marked includes it`,
  ],
  [
    'what has two marks, be they taken over or not',
    seen('Volume', { id: 9, label: 'data', tags: [MINE, OTHER] }),
    { marked: true },
    [],
    `Volume 9 (data): is left out: it carries several marks (${MINE}, ${OTHER}): remove all but the correct mark first`,
  ],
  [
    'what no spec can say',
    seen('DnsRecord', { id: 5, type: 'LOC', name: 'x' }),
    {},
    [],
    'DnsRecord 5 (x LOC): is left out: no spec can describe it',
  ],
])('%s gets no manifest, and the output states the reason', (_name, one, manner, wholes, line) => {
  const { documents, leftOut } = exported([one], manner, wholes);
  expect(documents).toEqual([]);
  expect(leftOut).toEqual([line]);
});

test.each<readonly [string, Seen]>([
  ['attachment', seen('Volume', { id: 9, label: 'pvc', compute_id: 7 })],
  [
    'instanceRefs',
    seen(
      'Firewall',
      { id: 9, label: 'pvc' },
      { devices: [7, 8].map((id) => ({ id, entity: { id, type: 'compute' } })) },
    ),
  ],
])('the item of a node of a cluster is left out: %s', (field, one) => {
  const { documents, leftOut } = exported([one], {}, [cluster]);
  expect(documents[0]?.spec).not.toHaveProperty(field);
  expect(leftOut).toEqual([
    expect.stringContaining(`(pvc): spec.${field} is omitted: it refers to a part of another item`),
  ]);
});

test('a mark is replaced on request, and is never among the tags', () => {
  const { documents } = exported([seen('Volume', { id: 9, label: 'data', tags: ['shop', MINE] })], {
    marked: true,
    mode: 'Manage',
  });
  expect(documents[0]?.spec).toMatchObject({
    import: { by: 'Id', id: 9, replaceMark: MINE },
    policy: { mode: 'Manage' },
    tags: ['shop'],
  });
});

test('what an object of the cluster has of this account is left out, and its name is not given again', () => {
  const metadata = {
    name: 'data',
    namespace: 'shop',
    uid: 'u',
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '',
  };
  const object = (id: number, account: string) => ({
    apiVersion: '',
    kind: 'Volume',
    metadata,
    status: { id, account },
  });
  const held = heldBy([object(9, 'ours'), object(10, 'another')], 'ours', null);
  const { documents, leftOut } = exported(
    [seen('Volume', { id: 9, label: 'x' }), seen('Volume', { id: 10, label: 'data' })],
    { held },
  );
  expect(leftOut).toEqual(['Volume 9 (x): is left out: Volume shop/data manages it already']);
  expect(documents.map((one) => one.metadata.name)).toEqual(['data-10']);
  expect([...heldBy([object(9, 'ours')], 'ours', 'blog').names]).toEqual([]);
});

test.each([
  ['shop', { attachment: { mode: 'Attached', instanceRef: { name: 'web' } } }],
  ['blog', { attachment: { mode: 'Attached', instanceRef: { id: 7 } } }],
  [null, { attachment: { mode: 'Attached', instanceRef: { id: 7 } } }],
])(
  'an object that was there is referred to by name from its own namespace alone: %s',
  (namespace, reference) => {
    const held = {
      items: new Map([['Instance/7', { namespace: 'shop', name: 'web' }]]),
      names: new Set<string>(),
    };
    const { documents } = exported([seen('Volume', { id: 1, label: 'a', compute_id: 7 })], {
      namespace,
      held,
    });
    expect(documents[0]?.spec).toMatchObject(reference);
  },
);
