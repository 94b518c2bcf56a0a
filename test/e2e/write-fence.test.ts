import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectKubeApi, type KubeApi, readCredentials } from '../../local/controlplane/kubeapi.ts';
import { SECRET_LABEL } from '../../src/model/group.ts';
import { plane } from './plane.ts';
import { asServiceAccount, grantEverywhere } from './service-account.ts';
import { soon } from './soon.ts';

const OURS = { [SECRET_LABEL.kind]: 'Instance' };
const data = { token: 'eA==' };
const SECRETS = '/api/v1/namespaces/default/secrets';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const SYSTEM = '/api/v1/namespaces/kube-system/configmaps';

let person: KubeApi;
let operator: KubeApi;
let directory: string;

type Body = Readonly<Record<string, unknown>>;
const create = (path: string, body: Body) => operator.request('POST', path, body);
const patch = (path: string, body: Body) =>
  operator.request('PATCH', path, body, 'application/merge-patch+json');
const named = (name: string, rest: Body = {}): Body => ({ metadata: { name, ...rest } });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cloudinfra-fence-'));
  person = connectKubeApi(await readCredentials(plane.kubeconfig));
  const home = await grantEverywhere(person, ['default']);
  operator = connectKubeApi(await readCredentials(await asServiceAccount(home, directory)));
  await person.request('POST', SECRETS, { ...named('fence-foreign'), data });
  await person.request('POST', SYSTEM, { ...named('fence-system'), data: { a: 'b' } });
  await soon('the policies to count', async () => {
    const { status } = await patch(`${SYSTEM}/fence-system`, { data: { a: 'c' } });
    return { done: status === 422 || null, seen: String(status) };
  });
});
afterAll(async () => {
  for (const path of [
    `${SECRETS}/fence-foreign`,
    `${SECRETS}/fence-own`,
    `${CONFIG_MAPS}/fence-own`,
    `${SYSTEM}/fence-system`,
  ])
    await person.request('DELETE', path);
  await Promise.all([operator.close(), person.close()]);
  await rm(directory, { recursive: true });
});

describe("the operator's account", () => {
  test.each<[string, () => ReturnType<typeof create>]>([
    [
      'makes no token of a service account',
      () =>
        create(SECRETS, {
          ...named('fence-token', {
            labels: OURS,
            annotations: { 'kubernetes.io/service-account.name': 'default' },
          }),
          type: 'kubernetes.io/service-account-token',
        }),
    ],
    ['makes no Secret without our label', () => create(SECRETS, { ...named('fence-bare'), data })],
    [
      'does not write into a Secret of others',
      () => patch(`${SECRETS}/fence-foreign`, { data: { token: 'eQ==' } }),
    ],
    [
      'does not make a Secret of others its own',
      () => patch(`${SECRETS}/fence-foreign`, { metadata: { labels: OURS } }),
    ],
    [
      'does not annotate a Secret of others',
      () => patch(`${SECRETS}/fence-foreign`, { metadata: { annotations: { a: 'b' } } }),
    ],
    [
      'does not change a ConfigMap of others',
      () => patch(`${SYSTEM}/fence-system`, { data: { a: 'c' } }),
    ],
    [
      'does not make a ConfigMap of others its own',
      () => patch(`${SYSTEM}/fence-system`, { metadata: { labels: OURS } }),
    ],
    ['makes no ConfigMap without our label', () => create(SYSTEM, named('fence-bare'))],
  ])('%s', async (_, attempt) => {
    const { status, body } = await attempt();
    expect([status, JSON.stringify(body)]).toEqual([
      422,
      expect.stringContaining('the operator writes'),
    ]);
  });

  test('keeps its own Secrets and ConfigMaps, and holds back a Secret of others', async () => {
    const metadata = {
      finalizers: ['cloudinfra.dev/finalizer'],
      labels: { [SECRET_LABEL.inUse]: 'true' },
    };
    const answers = [
      await create(SECRETS, { ...named('fence-own', { labels: OURS }), type: 'Opaque', data }),
      await patch(`${SECRETS}/fence-own`, { data: { token: 'eQ==' } }),
      await create(CONFIG_MAPS, { ...named('fence-own', { labels: OURS }), data: { a: 'b' } }),
      await patch(`${CONFIG_MAPS}/fence-own`, { data: { a: 'c' } }),
      await create(CONFIG_MAPS, named(`cloudinfra-operator-fence-${Date.now()}`)),
      await patch(`${SECRETS}/fence-foreign`, { metadata }),
      await patch(`${SECRETS}/fence-foreign`, {
        metadata: { finalizers: [], labels: { [SECRET_LABEL.inUse]: null } },
      }),
    ];
    expect(
      answers.map(({ status, body }) => (status < 300 ? 'taken' : JSON.stringify(body))),
    ).toEqual(answers.map(() => 'taken'));
  });

  test('is the only one that is bound', async () => {
    const { status } = await person.request(
      'PATCH',
      `${SYSTEM}/fence-system`,
      { data: { a: 'c' } },
      'application/merge-patch+json',
    );
    expect(status).toBe(200);
  });
});
