import { expect, test } from 'vitest';
import { watchingRig } from '../../test/support/kube/watching-rig.ts';

const DISCOVERY = '/apis/test.dev/v1';
const discovered = (verbs: readonly string[]) => ({
  resources: [{ name: 'gadgets', kind: 'Gadget', verbs }, { name: 'gadgets/status' }],
});
const STAYS = discovered(['create', 'delete', 'get', 'list', 'patch', 'update', 'watch']);
/** The discovery document of a real API server for a definition that is being removed. */
const GOES = discovered(['delete', 'deletecollection', 'get', 'list', 'watch']);

test.each([
  ['that stays', { status: 200, body: STAYS }, { ok: true, value: false }],
  ['that is being removed', { status: 200, body: GOES }, { ok: true, value: true }],
  [
    'of a server that does not list the group yet',
    { status: 404, body: '404 page not found' },
    { ok: false, failure: { code: 'Unreachable' } },
  ],
  [
    'of a server that does not list the kind yet',
    { status: 200, body: { resources: [] } },
    { ok: false, failure: { code: 'Unreachable' } },
  ],
  [
    'of an answer without resources',
    { status: 200, body: {} },
    { ok: false, failure: { code: 'Unreachable' } },
  ],
  ['that may not be seen', { status: 403 }, { ok: false, failure: { code: 'Denied' } }],
] as const)('a definition %s', async (_, answer, told) => {
  const { api, cluster } = await watchingRig();
  api.fault = ({ path }) => (path === DISCOVERY ? answer : null);
  expect(await cluster.isDefinitionGoing('Gadget', 0)).toMatchObject(told);
});

test('a kind without a definition is not reported', async () => {
  const { cluster } = await watchingRig();
  expect(await cluster.isDefinitionGoing('Widget', 0)).toMatchObject({
    ok: false,
    failure: { code: 'Unwritable' },
  });
});

test('one read answers many readers, and a failed read answers none', async () => {
  const { api, cluster, time } = await watchingRig();
  let answer: { readonly status: number; readonly body?: object } = { status: 500 };
  api.fault = ({ path }) => (path === DISCOVERY ? answer : null);
  const looks = () => api.requests.filter(({ path }) => path === DISCOVERY).length;
  const ask = (withinMs: number) => cluster.isDefinitionGoing('Gadget', withinMs);
  const failed = Promise.all([ask(0), ask(0)]);
  await time.advance(6_000);
  expect((await failed).every(({ ok }) => !ok)).toBe(true);
  const before = looks();
  answer = { status: 200, body: STAYS };
  expect(await Promise.all([ask(0), ask(0), ask(5_000)])).toEqual(
    Array.from({ length: 3 }, () => ({ ok: true, value: false })),
  );
  expect(looks()).toBe(before + 1);
  await time.advance(1_000);
  await ask(2_000);
  expect(looks()).toBe(before + 1);
  await ask(500);
  expect(looks()).toBe(before + 2);
});
