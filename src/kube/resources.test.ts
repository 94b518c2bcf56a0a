import { expect, test } from 'vitest';
import {
  apiVersionOf,
  EVENTS,
  LEASES,
  NAMESPACES,
  pathOf,
  resourceOf,
  SECRETS,
} from './resources.ts';

const gadgets = resourceOf({ kind: 'Gadget', plural: 'gadgets' });

test.each([
  [pathOf(gadgets, null), '/apis/cloudinfra.dev/v1alpha1/gadgets'],
  [pathOf(gadgets, 'a'), '/apis/cloudinfra.dev/v1alpha1/namespaces/a/gadgets'],
  [pathOf(gadgets, 'a', 'b'), '/apis/cloudinfra.dev/v1alpha1/namespaces/a/gadgets/b'],
  [
    pathOf(gadgets, 'a', 'b', 'status'),
    '/apis/cloudinfra.dev/v1alpha1/namespaces/a/gadgets/b/status',
  ],
  [pathOf(SECRETS, 'a', 'b'), '/api/v1/namespaces/a/secrets/b'],
  [pathOf(NAMESPACES, null, 'a'), '/api/v1/namespaces/a'],
  [pathOf(LEASES, 'a', 'b'), '/apis/coordination.k8s.io/v1/namespaces/a/leases/b'],
  [pathOf(EVENTS, 'a'), '/apis/events.k8s.io/v1/namespaces/a/events'],
  [pathOf(SECRETS, 'a/../b', '?x'), '/api/v1/namespaces/a%2F..%2Fb/secrets/%3Fx'],
])('%s', (path, expected) => {
  expect(path).toBe(expected);
});

test('the core group has no name', () => {
  expect([apiVersionOf(SECRETS), apiVersionOf(gadgets)]).toEqual(['v1', 'cloudinfra.dev/v1alpha1']);
});
