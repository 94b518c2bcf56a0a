import { expect, test } from 'vitest';
import { createRoutes } from './routes.ts';

test.for([
  ['/volumes', '/volumes'],
  ['/volumes/12', '/volumes/{id}'],
  ['/compute/instances/12/configs/345', '/compute/instances/{id}/configs/{id}'],
  ['/compute/instances/12/ips/198.18.0.1', '/compute/instances/{id}/ips/{id}'],
  ['/kube/clusters/1/nodes/118362-63483a962f5f', '/kube/clusters/{id}/nodes/{id}'],
  ['/compute/types/g6-nanode-1', '/compute/types/{id}'],
  ['/databases/engines/mysql%2F8.0.26', '/databases/engines/{id}'],
  ['/tags/k8s%3A6c1f', '/tags/{id}'],
  ['/account/service-transfers/0F7C-AA', '/account/service-transfers/{id}'],
  ['/networking/ipv6/ranges', '/networking/ipv6/ranges'],
  ['/volumes?page=2&page_size=500', '/volumes'],
] as const)('the route of %s is %s', ([path, route]) => {
  expect(createRoutes()(path)).toBe(route);
});

test('there are never more than so many routes', () => {
  const routeOf = createRoutes();
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const words = letters.flatMap((a) => letters.map((b) => `/tags/${a}${b}`));
  const routes = new Set(words.map(routeOf));
  expect(routes.size).toBe(301);
  expect(routes).toContain('/{other}');
  expect(routeOf('/tags/aa')).toBe('/tags/aa');
});
