import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { field, make } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ONE = '/kube/clusters/76001';
const BODY = {
  label: 'cluster',
  k8s_version: '1.24',
  region: 'us-east',
  node_pools: [{ type: 'g6-standard-1', count: 2 }],
};

const cluster = (stage: Stage): number => {
  const id = make(stage, '/kube/clusters', BODY);
  stage.settle();
  return id;
};

const lonely = (stage: Stage): number => {
  const id = make(stage, '/kube/clusters', {
    ...BODY,
    node_pools: [{ type: 'g6-standard-1', count: 1 }],
  });
  stage.settle();
  return id;
};

type Node = { readonly id: string; readonly instance_id: number | null; readonly status: string };
const nodesOf = (stage: Stage): readonly Node[] =>
  field(stage, `${ONE}/pools`, 'data', 0, 'nodes') as readonly Node[];
const pathOf = (stage: Stage): string => `${ONE}/nodes/${nodesOf(stage)[0]?.id}`;
const instanceOf = (stage: Stage): string => `/compute/instances/${nodesOf(stage)[0]?.instance_id}`;
const statuses = (stage: Stage): readonly string[] => nodesOf(stage).map(({ status }) => status);

playAll([
  {
    name: 'a node is viewed',
    given: cluster,
    call: (_id, stage) => ['GET', pathOf(stage)],
    has: { instance_id: expect.any(Number) as number, status: 'ready' },
  },
  {
    name: 'an unknown node',
    given: cluster,
    call: () => ['GET', `${ONE}/nodes/118001-0`],
    status: 404,
  },
  {
    name: 'viewing a node wants the scope to write',
    given: cluster,
    call: (_id, stage) => ['GET', pathOf(stage), undefined, { token: stage.sim.tokens.readonly }],
    status: 401,
  },
  {
    name: 'a deleted node shrinks its pool and leaves the bounds',
    given: cluster,
    call: (_id, stage) => ['DELETE', pathOf(stage)],
    afterwards: (stage) => {
      stage.settle();
      expect(field(stage, `${ONE}/pools`, 'data', 0)).toMatchObject({
        count: 1,
        autoscaler: { min: 2, max: 2 },
        nodes: [{ status: 'ready' }],
      });
      expect(field(stage, '/compute/instances', 'results')).toBe(1);
    },
  },
  {
    name: 'the last node of a pool stays',
    given: lonely,
    call: (_id, stage) => ['DELETE', pathOf(stage)],
    status: 400,
    problems: ['A pool must keep at least one node.'],
  },
  {
    name: 'a recycled node comes back with another id and another instance',
    given: cluster,
    call: (_id, stage) => ['POST', `${pathOf(stage)}/recycle`],
    afterwards: (stage) => {
      expect(statuses(stage)).toEqual(['ready', 'not_ready']);
      stage.settle();
      expect(statuses(stage)).toEqual(['ready', 'ready']);
      expect(field(stage, '/compute/instances', 'data', 1, 'id')).toBe(46_000_003);
    },
  },
]);

test('a node follows the power of its instance', () => {
  const stage = openStage();
  cluster(stage);
  stage.call('POST', `${instanceOf(stage)}/shutdown`);
  stage.settle();
  expect(statuses(stage)).toEqual(['not_ready', 'ready']);
  stage.call('POST', `${instanceOf(stage)}/boot`);
  stage.settle();
  expect(statuses(stage)).toEqual(['ready', 'ready']);
});

test('a node whose instance is deleted by hand is replaced', () => {
  const stage = openStage();
  cluster(stage);
  const before = nodesOf(stage)[0]?.id;
  stage.call('DELETE', instanceOf(stage));
  expect(statuses(stage)).toEqual(['not_ready', 'ready']);
  stage.settle();
  expect(statuses(stage)).toEqual(['ready', 'ready']);
  expect(nodesOf(stage).some(({ id }) => id === before)).toBe(false);
  expect(field(stage, `${ONE}/pools`, 'data', 0, 'count')).toBe(2);
});
