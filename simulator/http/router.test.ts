import { expect, test } from 'vitest';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { volume } from '../../test/support/simulator/givens.ts';
import { openStage } from '../../test/support/simulator/stage.ts';
import { RESOURCES } from '../resources/registry.ts';

const status = (method: string, url: string): number => {
  const { sim } = openStage();
  return sim.handle({ method, url, headers: { authorization: `Bearer ${sim.tokens.admin}` } })
    .status;
};

test.each([
  ['GET', '/v4/volumes', 200],
  ['GET', '/v4beta/volumes', 200],
  ['GET', '/v4/volumes/', 200],
  ['GET', '/v5/volumes', 404],
  ['GET', '/volumes', 404],
  ['GET', '/v4', 404],
  ['GET', '/v4/', 404],
  ['GET', '/v4/volumes//', 404],
  ['GET', '/v4/volumes/0', 404],
  ['GET', '/v4/volumes/-1', 404],
  ['GET', '/v4/volumes/1.5', 404],
  ['GET', '/v4/volumes/%ff', 404],
  ['GET', '/v4/volumes?page=1&page=2', 200],
  ['PATCH', '/v4/volumes', 405],
  ['HEAD', '/v4/volumes', 200],
  ['HEAD', '/v4/nowhere', 404],
  ['OPTIONS', '/v4/volumes', 200],
  ['OPTIONS', '/v4/nowhere', 404],
  ['GET', '/v4/regions/us-east', 200],
  ['DELETE', '/v4/volumes', 405],
  ['GET', '/v4/images/upload', 405],
  ['GET', '/v4/compute/kernels/compute/latest-64bit', 200],
  ['GET', '/v4/compute/kernels/compute%2Flatest-64bit', 200],
])('%s %s is answered with %i', (method, url, expected) => {
  expect(status(method, url)).toBe(expected);
});

test('the answer to a wrong method lists the allowed ones', () => {
  const { headers } = openStage().call('PATCH', '/volumes');
  expect(headers['Allow']).toBe('GET, POST');
});

test('an id has no zeros in front', () => {
  const stage = openStage();
  const id = volume(stage);
  expect([
    stage.call('GET', `/volumes/${id}`).status,
    stage.call('GET', `/volumes/0${id}`).status,
  ]).toEqual([200, 404]);
});

test('HEAD has the headers of GET and no body, and changes nothing', () => {
  const stage = openStage();
  const [get, head] = [stage.call('GET', '/volumes'), stage.call('HEAD', '/volumes')];
  expect([head.body, head.headers['Content-Type'], head.headers['X-OAuth-Scopes']]).toEqual([
    '',
    'application/json',
    '*',
  ]);
  expect(Object.keys(head.headers)).toEqual(Object.keys(get.headers));
});

test.each([
  ['GET', '/nowhere', 404],
  ['PATCH', '/volumes', 405],
])('%s %s says what is left of the limit', (method, path, expected) => {
  const { status: answered, headers } = openStage().call(method, path);
  expect([answered, headers]).toMatchObject([
    expected,
    { 'X-RateLimit-Limit': '800', 'X-RateLimit-Remaining': '799' },
  ]);
});

test('every endpoint of the contract is simulated', () => {
  const operation = ({ method, path }: Endpoint): string => `${method} ${path}`;
  const simulated = new Set(
    RESOURCES.flatMap(({ routes }) => routes.map(({ endpoint }) => operation(endpoint))),
  );
  expect(endpoints.size).toBeGreaterThan(140);
  expect(
    [...endpoints].flatMap(([name, endpoint]) =>
      simulated.has(operation(endpoint)) ? [] : [name],
    ),
  ).toEqual([]);
});
