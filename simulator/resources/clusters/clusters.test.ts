import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { field, make, running, volume } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ALL = '/kube/clusters';
const POOL = { type: 'g6-standard-1', count: 2 };
const BODY = { label: 'cluster', k8s_version: '1.24', region: 'us-east', node_pools: [POOL] };
const MINUTE_MS = 60_000;

const fresh = (stage: Stage, body: object = {}): number => make(stage, ALL, { ...BODY, ...body });

const ready = (stage: Stage, body: object = {}): number => {
  const id = fresh(stage, body);
  stage.settle();
  return id;
};

type Node = { readonly id: string; readonly instance_id: number | null; readonly status: string };

const nodesOf = (stage: Stage, id: number): readonly Node[] =>
  (
    field(stage, `${ALL}/${id}/pools`, 'data') as readonly { readonly nodes: readonly Node[] }[]
  ).flatMap(({ nodes }) => nodes);

const labels = (stage: Stage): readonly unknown[] =>
  (field(stage, '/compute/instances', 'data') as readonly { readonly label: unknown }[]).map(
    ({ label }) => label,
  );

const settings = (stage: Stage, id: number): readonly unknown[] => {
  const { body } = stage.call('GET', `${ALL}/${id}`);
  return [Reflect.get(body as object, 'k8s_version'), Reflect.get(body as object, 'control_plane')];
};

playAll([
  {
    name: 'a cluster says ready at once',
    call: () => ['POST', ALL, { ...BODY, tags: ['web', 'app'] }],
    has: {
      label: 'cluster',
      status: 'ready',
      k8s_version: '1.24',
      control_plane: { high_availability: false },
      tags: ['app', 'web'],
    },
  },
  {
    name: 'null partitions count as none',
    call: () => ['POST', ALL, { ...BODY, node_pools: [{ ...POOL, disks: null }] }],
  },
  {
    name: 'labels come back as they are',
    call: () => ['POST', ALL, { ...BODY, label: 'größe' }],
    has: { label: 'größe' },
  },
  {
    name: 'labels come back escaped',
    dialect: 'documents',
    call: () => ['POST', ALL, { ...BODY, label: 'größe' }],
    has: { label: 'gr\\u00f6\\u00dfe' },
  },
  {
    name: 'characters of four bytes are refused',
    call: () => ['POST', ALL, { ...BODY, label: 'cluster 🙂' }],
    status: 400,
    problems: ['label: Must not use 4-byte UTF-8 characters'],
  },
  {
    name: 'what is required is required',
    call: () => ['POST', ALL, {}],
    status: 400,
    problems: [
      'label: label is required',
      'k8s_version: k8s_version is required',
      'region: region is required',
      'node_pools: node_pools is required',
    ],
  },
  {
    name: 'everything that cannot be is named at once',
    call: () => [
      'POST',
      ALL,
      {
        ...BODY,
        region: 'se-sto',
        k8s_version: '1.99',
        node_pools: [POOL, { type: 'huge', count: 1 }],
      },
    ],
    status: 400,
    problems: [
      'region: Kubernetes is not available in this region',
      'k8s_version: k8s_version is not valid',
      'node_pools[1].type: A valid plan type by that ID was not found',
    ],
  },
  {
    name: 'a cluster has a pool',
    call: () => ['POST', ALL, { ...BODY, node_pools: [] }],
    status: 400,
    problems: ['node_pools: Clusters must contain at least one node pool.'],
  },
  {
    name: 'labels are unique',
    given: fresh,
    call: () => ['POST', ALL, BODY],
    status: 400,
    problems: ['label: Label must be unique among your Clusters'],
    afterwards: (stage) => expect(labels(stage)).toHaveLength(1),
  },
  {
    name: 'labels are for display only',
    dialect: 'documents',
    given: fresh,
    call: () => ['POST', ALL, BODY],
  },
  {
    name: 'the versions on offer',
    call: () => ['GET', '/kube/versions'],
    has: { data: [{ id: '1.23' }, { id: '1.24' }, {}, {}] },
  },
  {
    name: 'a version that is not on offer',
    call: () => ['GET', '/kube/versions/2.0'],
    status: 404,
  },
  {
    name: 'no kubeconfig before the control plane answers',
    given: fresh,
    call: (id) => ['GET', `${ALL}/${id}/kubeconfig`],
    status: 503,
    problems: ['Cluster kubeconfig is not yet available. Please try again later.'],
  },
  {
    name: 'no endpoints before the control plane answers',
    given: fresh,
    call: (id) => ['GET', `${ALL}/${id}/api-endpoints`],
    status: 503,
    problems: ['Cluster API Endpoints are not yet available. Please try again later.'],
  },
  {
    name: 'the endpoints are a name and an address on two ports',
    given: ready,
    call: (id) => ['GET', `${ALL}/${id}/api-endpoints`],
    has: {
      results: 4,
      data: [
        {
          endpoint: expect.stringMatching(
            /^https:\/\/[0-9a-f-]{36}\.us-east-2\.kube\.example:443$/,
          ) as string,
        },
        {},
        {},
        {},
      ],
    },
  },
  {
    name: 'the dashboard',
    given: ready,
    call: (id) => ['GET', `${ALL}/${id}/dashboard`],
    has: { url: expect.stringContaining('.dashboard.us-east-2.') as string },
  },
  {
    name: 'the kubeconfig wants the scope to write',
    given: ready,
    call: (id, stage) => [
      'GET',
      `${ALL}/${id}/kubeconfig`,
      undefined,
      { token: stage.sim.tokens.readonly },
    ],
    status: 401,
  },
]);

playAll([
  {
    name: 'label and tags change',
    given: ready,
    call: (id) => ['PUT', `${ALL}/${id}`, { label: 'renamed', tags: ['x:y'] }],
    has: { label: 'renamed', tags: ['x:y'] },
  },
  {
    name: 'the own label is no duplicate',
    given: ready,
    call: (id) => ['PUT', `${ALL}/${id}`, { label: 'cluster' }],
  },
  {
    name: 'the version that is there',
    given: ready,
    call: (id) => ['PUT', `${ALL}/${id}`, { k8s_version: '1.24' }],
  },
  {
    name: 'the next minor',
    given: ready,
    call: (id) => ['PUT', `${ALL}/${id}`, { k8s_version: '1.25' }],
    has: { k8s_version: '1.25' },
  },
  ...[
    {
      name: 'no minor is skipped',
      version: '1.26',
      reason: 'A cluster of version 1.24 can only be upgraded to the next minor version',
    },
    {
      name: 'no way back',
      version: '1.23',
      reason: 'A cluster of version 1.24 can only be upgraded to the next minor version',
    },
    { name: 'no version that is not on offer', version: '1.9', reason: 'k8s_version is not valid' },
  ].map((row) => ({
    name: row.name,
    given: ready,
    call: (id: number) => ['PUT', `${ALL}/${id}`, { k8s_version: row.version }] as const,
    status: 400,
    problems: [`k8s_version: ${row.reason}`],
  })),
  {
    name: 'high availability is not turned off again',
    given: (stage) => ready(stage, { control_plane: { high_availability: true } }),
    call: (id) => ['PUT', `${ALL}/${id}`, { control_plane: { high_availability: false } }],
    status: 400,
    problems: ['control_plane.high_availability: High availability cannot be disabled'],
  },
  {
    name: 'a refused field leaves the others as they were',
    given: ready,
    call: (id) => ['PUT', `${ALL}/${id}`, { label: 'renamed', k8s_version: '1.26' }],
    status: 400,
    afterwards: (stage, id) => expect(field(stage, `${ALL}/${id}`, 'label')).toBe('cluster'),
  },
  {
    name: 'regenerating wants one of the two',
    given: ready,
    call: (id) => ['POST', `${ALL}/${id}/regenerate`, { kubeconfig: false }],
    status: 400,
    problems: ['kubeconfig or servicetoken is required'],
  },
  {
    name: 'a service token shows nowhere',
    given: ready,
    call: (id) => ['DELETE', `${ALL}/${id}/servicetoken`],
    has: {},
  },
]);

test('endpoints and kubeconfig are there within 2 to 10 minutes, and each early answer says when to come back', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const stage = openStage({ seed });
    const id = fresh(stage);
    stage.pass(2 * MINUTE_MS - 1);
    const early = stage.call('GET', `${ALL}/${id}/kubeconfig`);
    expect(early.status).toBe(503);
    expect(Number(early.headers['Retry-After'])).toBeGreaterThanOrEqual(27);
    expect(Number(early.headers['Retry-After'])).toBeLessThanOrEqual(60);
    stage.pass(8 * MINUTE_MS + 1);
    expect(stage.call('GET', `${ALL}/${id}/kubeconfig`).status).toBe(200);
    expect(stage.call('GET', `${ALL}/${id}/api-endpoints`).status).toBe(200);
  }
});

test.each([
  ['POST', 'regenerate', { kubeconfig: true, servicetoken: true }],
  ['DELETE', 'kubeconfig', undefined],
] as const)(
  '%s %s: no kubeconfig for a while, then another one for the same server',
  (method, path, body) => {
    const stage = openStage();
    const id = ready(stage);
    const kubeconfig = (): string =>
      Buffer.from(
        String(field(stage, `${ALL}/${id}/kubeconfig`, 'kubeconfig')),
        'base64',
      ).toString();
    const before = kubeconfig();
    expect(stage.call(method, `${ALL}/${id}/${path}`, body).body).toEqual({});
    expect(stage.call('GET', `${ALL}/${id}/kubeconfig`).status).toBe(503);
    expect(stage.call('GET', `${ALL}/${id}/api-endpoints`).status).toBe(200);
    stage.pass(2 * MINUTE_MS);
    const lines = kubeconfig().split('\n');
    const others = lines.filter((line, index) => line !== before.split('\n')[index]);
    expect(others).toEqual([expect.stringMatching(/^ {4}token: [0-9a-f]{64}$/)]);
  },
);

test('nodes are instances of the account, and become ready one by one', () => {
  const stage = openStage();
  const id = fresh(stage, { node_pools: [{ ...POOL, count: 4 }] });
  const counts = new Set<string>();
  for (let second = 0; second < 1200; second += 1) {
    stage.pass(1000);
    const own = nodesOf(stage, id);
    const placed = own.filter((node) => node.instance_id !== null).length;
    counts.add(`${placed} placed, ${own.filter((node) => node.status === 'ready').length} ready`);
  }
  expect([...counts].filter((count) => count.endsWith(' 0 ready'))).toContain('2 placed, 0 ready');
  expect(counts).toContain('4 placed, 1 ready');
  expect(counts).toContain('4 placed, 4 ready');
  expect(labels(stage)).toEqual(nodesOf(stage, id).map((node) => `kube${id}-${node.id}`));
  const [node] = nodesOf(stage, id);
  const { body } = stage.call('GET', `/compute/instances/${node?.instance_id}`);
  const addresses = [
    expect.stringMatching(/^198\.18\./) as string,
    expect.stringMatching(/^192\.168\./) as string,
  ];
  expect(body).toMatchObject({
    status: 'running',
    image: null,
    tags: [],
    region: 'us-east',
    type: 'g6-standard-1',
    ipv4: addresses,
  });
});

test('a new version changes the cluster at once and nodes when they are recycled', () => {
  const stage = openStage();
  const id = ready(stage);
  const versions = (): unknown =>
    stage.sim.world().tables['nodes']?.map((row) => Reflect.get(row, 'version') as unknown);
  stage.call('PUT', `${ALL}/${id}`, { k8s_version: '1.25' });
  stage.settle();
  expect(versions()).toEqual(['1.24', '1.24']);
  stage.call('POST', `${ALL}/${id}/recycle`);
  stage.settle();
  expect(versions()).toEqual(['1.25', '1.25']);
});

test.each([
  ['recycling', 'POST', '/recycle', undefined],
  ['high availability', 'PUT', '', { control_plane: { high_availability: true } }],
] as const)(
  '%s replaces all nodes, never more than one of a pool at a time',
  (_name, method, path, body) => {
    const stage = openStage();
    const id = ready(stage, { node_pools: [{ ...POOL, count: 3 }, POOL] });
    const before = nodesOf(stage, id);
    expect(stage.call(method, `${ALL}/${id}${path}`, body).status).toBe(200);
    for (let minute = 0; minute < 30; minute += 1) {
      const pools = field(stage, `${ALL}/${id}/pools`, 'data') as readonly {
        readonly nodes: readonly Node[];
        readonly count: number;
      }[];
      for (const { nodes, count } of pools) {
        expect(nodes).toHaveLength(count);
        expect(nodes.filter((node) => node.status !== 'ready').length).toBeLessThanOrEqual(1);
      }
      stage.pass(MINUTE_MS);
    }
    const after = nodesOf(stage, id);
    const ids = new Set(before.flatMap((node) => [node.id, node.instance_id]));
    expect(after.filter((node) => ids.has(node.id) || ids.has(node.instance_id))).toEqual([]);
    expect(after.every((node) => node.status === 'ready')).toBe(true);
    expect(labels(stage)).toHaveLength(5);
  },
);

test('deletion: not ready, then not found; the instances go, volumes and other instances stay', () => {
  const stage = openStage();
  const other = running(stage, { label: 'other' });
  const id = ready(stage);
  const [node] = nodesOf(stage, id);
  const volumeId = volume(stage, { compute_id: Number(node?.instance_id) });
  expect(stage.call('DELETE', `${ALL}/${id}`).body).toEqual({});
  expect(field(stage, `${ALL}/${id}`, 'status')).toBe('not_ready');
  expect(stage.call('PUT', `${ALL}/${id}`, { label: 'late' }).status).toBe(400);
  expect(stage.call('DELETE', `${ALL}/${id}`).status).toBe(400);
  stage.settle();
  expect(stage.call('GET', `${ALL}/${id}`).status).toBe(404);
  expect(labels(stage)).toEqual(['other']);
  expect(field(stage, `/compute/instances/${other}`, 'status')).toBe('running');
  expect(field(stage, `/volumes/${volumeId}`, 'compute_id')).toBeNull();
});

test('a cluster that is deleted straight after its creation leaves nothing, unless an incident says so', () => {
  const left = (isOrphaning: boolean): readonly unknown[] => {
    const stage = openStage();
    const id = fresh(stage);
    if (isOrphaning)
      stage.call('POST', '/__sim/incident', { name: 'cluster.orphaning', args: { clusterId: id } });
    stage.call('DELETE', `${ALL}/${id}`);
    stage.settle();
    return labels(stage);
  };
  expect(left(false)).toEqual([]);
  expect(left(true)).toEqual([expect.stringMatching(/^kube76001-118001-[0-9a-f]{12}$/)]);
});

test('a tag of a cluster is one of the account, lists nothing, and is taken off when it is deleted', () => {
  const stage = openStage();
  const id = fresh(stage, { tags: ['shop'] });
  expect(field(stage, '/tags', 'data')).toEqual([{ label: 'shop' }]);
  expect(field(stage, '/tags/shop', 'results')).toBe(0);
  stage.call('DELETE', '/tags/shop');
  expect(field(stage, `${ALL}/${id}`, 'tags')).toEqual([]);
});

test('a restricted user sees the clusters that they made, also after their grants were changed', () => {
  const stage = openStage();
  fresh(stage, { label: 'hidden' });
  const { restricted: token } = stage.sim.tokens;
  stage.call('POST', ALL, BODY, { token });
  stage.call('PUT', '/account/users/restricted/grants', { global: { add_domains: true } });
  expect(stage.call('GET', ALL, undefined, { token }).at('data')).toMatchObject([
    { label: 'cluster' },
  ]);
  expect(stage.call('GET', `${ALL}/76001/pools`, undefined, { token }).status).toBe(404);
});

test('the creation shows in the events: nodes and their instances', () => {
  const stage = openStage();
  const id = ready(stage, { node_pools: [{ ...POOL, count: 1 }] });
  const told = field(stage, '/account/events', 'data') as readonly {
    readonly action: string;
    readonly status: string;
  }[];
  expect(told.map(({ action, status }) => `${action} ${status}`).toSorted()).toEqual([
    'compute_boot finished',
    'compute_create finished',
    'kube_node_create finished',
  ]);
  expect(settings(stage, id)).toEqual(['1.24', { high_availability: false }]);
});

test('a speed divides every duration', () => {
  const stage = openStage({ speed: 60 });
  const id = fresh(stage);
  stage.pass(1000);
  expect(stage.call('GET', `${ALL}/${id}/kubeconfig`).headers['Retry-After']).toBe('1');
  stage.pass(15_000);
  expect(nodesOf(stage, id).map(({ status }) => status)).toEqual(['ready', 'ready']);
});
