import { expect, test } from 'vitest';
import { refuseTags, unmarkSteps } from './tag-steps.ts';

test('the mark alone is taken off, in one request, and none is sent where it is not there', () => {
  expect(unmarkSteps('/volumes/7', ['shop', 'k8s:a', 'k8s:b'], 'k8s:a')).toEqual([
    {
      type: 'call',
      verb: 'Unmark',
      write: { method: 'PUT', path: '/volumes/7', body: { tags: ['k8s:b', 'shop'] } },
      changes: [{ field: 'mark', from: 'k8s:a', to: null }],
      effect: 'none',
      answers: 'item',
    },
  ]);
  expect(unmarkSteps('/volumes/7', ['shop'], 'k8s:a')).toEqual([]);
});

test('a change of tags is refused where the credential may not tag, and no other change is', () => {
  const tags = { field: 'tags', from: [], to: ['shop'] };
  const label = { field: 'label', from: 'a', to: 'b' };
  expect(refuseTags(null, [label, tags])).toMatchObject([
    { type: 'refuse', field: 'spec.tags', change: tags },
  ]);
  expect([refuseTags(null, [label]), refuseTags('k8s:a', [label, tags])]).toEqual([[], []]);
});
