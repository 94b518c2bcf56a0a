import { expect, test } from 'vitest';
import { endpoints } from '../../src/api/endpoints.ts';
import { RESOURCES } from './registry.ts';

const operation = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`;

test('every endpoint of the contract is simulated, once', () => {
  const simulated = RESOURCES.flatMap(({ routes }) =>
    routes.map(({ endpoint }) => operation(endpoint)),
  );
  const wanted = [...endpoints.values()].map(operation);
  expect(wanted.length).toBeGreaterThan(140);
  expect(wanted.filter((one) => !simulated.includes(one))).toEqual([]);
  expect(simulated.filter((one, index) => simulated.indexOf(one) !== index)).toEqual([]);
});

test('no two areas give the same name to what happens by itself', () => {
  const names = RESOURCES.flatMap(({ works, alarms }) => [
    ...Object.keys(works ?? {}),
    ...Object.keys(alarms ?? {}),
  ]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
