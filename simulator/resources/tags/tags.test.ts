import { expect } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { field, fresh, make, volume } from '../../../test/support/simulator/givens.ts';
import type { Stage } from '../../../test/support/simulator/stage.ts';

const tagged = (stage: Stage): number => {
  volume(stage, { tags: ['one', 'two'] });
  return fresh(stage, { tags: ['one'] });
};

playAll([
  {
    name: 'tags of items come into being, sorted',
    given: tagged,
    call: () => ['GET', '/tags'],
    has: { results: 2, data: [{ label: 'one' }, { label: 'two' }] },
  },
  {
    name: 'a tag stays when its last item is gone',
    given: (stage) => {
      stage.call('DELETE', `/volumes/${volume(stage, { tags: ['one'] })}`);
      return 0;
    },
    call: () => ['GET', '/tags'],
    has: { results: 1 },
  },
  {
    name: 'a tag is created on items',
    given: tagged,
    call: (id) => ['POST', '/tags', { label: 'new', computes: [id], volumes: [720_001] }],
    has: { label: 'new' },
    afterwards: (stage, id) =>
      expect(field(stage, `/compute/instances/${id}`, 'tags')).toEqual(['new', 'one']),
  },
  {
    name: 'creating a tag again is fine',
    given: tagged,
    call: () => ['POST', '/tags', { label: 'one' }],
    has: { label: 'one' },
  },
  {
    name: 'one unknown item, and there is no tag',
    given: tagged,
    call: (id) => ['POST', '/tags', { label: 'new', computes: [id, 1] }],
    status: 400,
    problems: ['computes[1]: You do not have permission to access 1'],
    afterwards: (stage) => expect(field(stage, '/tags', 'results')).toBe(2),
  },
  {
    name: 'a tag has three characters at least',
    call: () => ['POST', '/tags', { label: 'ab' }],
    status: 400,
    problems: ['label: Length must be 3-50 characters'],
  },
  {
    name: 'the tags of an item are checked too',
    call: () => ['POST', '/volumes', { label: 'v', region: 'us-east', tags: ['ab'] }],
    status: 400,
    problems: ['tags[0]: Length must be 3-50 characters'],
  },
  {
    name: 'all that carries a tag is listed with its kind',
    given: tagged,
    call: () => ['GET', '/tags/one'],
    has: { results: 2, data: [{ type: 'compute' }, { type: 'volume', data: { label: 'volume' } }] },
  },
  { name: 'an unknown tag is not found', call: () => ['GET', '/tags/none'], status: 404 },
  {
    name: 'a mark may contain a colon',
    given: (stage) =>
      make(stage, '/volumes', { label: 'v', region: 'us-east', tags: ['k8s:9f0c'] }),
    call: () => ['GET', '/tags/k8s%3A9f0c'],
    has: { results: 1 },
  },
  {
    name: 'a deleted tag leaves the node pools',
    given: (stage) =>
      make(stage, '/kube/clusters', {
        label: 'cluster',
        k8s_version: '1.24',
        region: 'us-east',
        node_pools: [{ type: 'g6-standard-1', count: 1, tags: ['one', 'two'] }],
      }),
    call: () => ['DELETE', '/tags/one'],
    has: {},
    afterwards: (stage, id) =>
      expect(field(stage, `/kube/clusters/${id}/pools/118001`, 'tags')).toEqual(['two']),
  },
  {
    name: 'a deleted tag leaves every item',
    given: tagged,
    call: () => ['DELETE', '/tags/one'],
    has: {},
    afterwards: (stage, id) =>
      expect([
        field(stage, `/compute/instances/${id}`, 'tags'),
        field(stage, '/volumes/720001', 'tags'),
      ]).toEqual([[], ['two']]),
  },
]);
