import { afterAll, beforeAll, expect, test } from 'vitest';
import { asRecord } from '../../src/model/parse.ts';
import { type Installation, startInstallation } from './installation.ts';
import type { OperatorProcess } from './operator-process.ts';

const NAMESPACE = 'classes';
const VOLUME = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };
const GOLD = { 'cloudinfra.dev/class': 'gold' };

let at: Installation;
let gold: OperatorProcess;

beforeAll(async () => {
  at = await startInstallation(NAMESPACE);
  gold = await at.another('gold', { token: at.service.tokens.other, flags: ['--class', 'gold'] });
  await gold.component.start();
});
afterAll(() => at?.close());

/** Returns the name of the operator in the status of a volume. */
async function operatorOf(name: string): Promise<unknown> {
  const object = await at.objects.get('Volume', name);
  return asRecord(asRecord(object?.status)['operator'])['name'];
}

const volumes = async (token: string): Promise<unknown> =>
  (
    (await at.service.call('GET', '/volumes', undefined, token)).body as {
      readonly results: number;
    }
  ).results;

test('two operators serve one namespace, each the objects of its class in its account', async () => {
  const { api } = at.objects;
  const manifest = {
    apiVersion: 'cloudinfra.dev/v1alpha1',
    kind: 'Volume',
    metadata: { name: 'logs', labels: GOLD },
    spec: VOLUME,
  };
  await api.request(
    'POST',
    `/apis/cloudinfra.dev/v1alpha1/namespaces/${NAMESPACE}/volumes`,
    manifest,
  );
  await at.objects.apply('Volume', 'data', VOLUME);
  for (const name of ['data', 'logs']) await at.objects.ready('Volume', name);
  expect([await volumes(at.service.tokens.admin), await volumes(at.service.tokens.other)]).toEqual([
    1, 1,
  ]);
  expect([await operatorOf('data'), await operatorOf('logs')]).toEqual([
    'default/cloudinfra-operator-classes',
    'default/cloudinfra-operator-classes.gold',
  ]);
  const { body } = await api.request(
    'GET',
    `/apis/events.k8s.io/v1/namespaces/${NAMESPACE}/events`,
  );
  const { items } = body as {
    readonly items: readonly {
      readonly reportingController: string;
      readonly regarding: { readonly name: string };
    }[];
  };
  const reporters = Object.fromEntries(
    items.map(({ regarding, reportingController }) => [regarding.name, reportingController]),
  );
  expect(reporters).toEqual({ data: 'cloudinfra-operator', logs: 'cloudinfra-operator.gold' });
});

test('an object whose class changes is let go, and comes back with its item', async () => {
  const before = (await at.objects.get('Volume', 'data'))?.status;
  await at.objects.label('Volume', 'data', GOLD);
  await at.objects.until('Volume', 'data', 'refused by the other operator', ({ status }) =>
    JSON.stringify(status).includes('the item belongs to account'),
  );
  expect(await operatorOf('data')).toBe('default/cloudinfra-operator-classes.gold');
  await at.objects.label('Volume', 'data', { 'cloudinfra.dev/class': null });
  await at.objects.until('Volume', 'data', 'in sync again', ({ status }) =>
    JSON.stringify(status).includes('InSync'),
  );
  expect(await operatorOf('data')).toBe('default/cloudinfra-operator-classes');
  expect((await at.objects.get('Volume', 'data'))?.status).toMatchObject({
    id: (before as { readonly id: number }).id,
  });
  for (const name of ['data', 'logs']) await at.objects.delete('Volume', name);
  for (const name of ['data', 'logs']) await at.objects.gone('Volume', name);
  expect([await volumes(at.service.tokens.admin), await volumes(at.service.tokens.other)]).toEqual([
    0, 0,
  ]);
});
