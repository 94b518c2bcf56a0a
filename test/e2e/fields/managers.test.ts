import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyCrds } from '../../../local/controlplane/crds.ts';
import {
  connectKubeApi,
  type KubeAnswer,
  type KubeApi,
  readCredentials,
} from '../../../local/controlplane/kubeapi.ts';
import { API_VERSION } from '../../../src/model/group.ts';
import { refusalIn } from '../kube-objects.ts';
import { plane } from '../plane.ts';

const NAMESPACE = 'two-managers';
const PATH = `/apis/${API_VERSION}/namespaces/${NAMESPACE}`;
const WEB = { name: 'web', type: 'g6-standard-2', count: 3 };
const JOBS = { name: 'jobs', type: 'g6-standard-4', count: 1 };

let api: KubeApi;

/** Applies a part of a spec as one of several managers, without force. */
const applies = (
  manager: string,
  plural: string,
  kind: string,
  spec: object,
): Promise<KubeAnswer> =>
  api.request(
    'PATCH',
    `${PATH}/${plural}/shop?fieldManager=${manager}&fieldValidation=Strict`,
    { apiVersion: API_VERSION, kind, metadata: { name: 'shop' }, spec },
    'application/apply-patch+yaml',
  );
const cluster = (manager: string, spec: object) =>
  applies(manager, 'kubeclusters', 'KubeCluster', spec);
const specIn = ({ body }: KubeAnswer): object => (body as { readonly spec: object }).spec;

beforeAll(async () => {
  api = connectKubeApi(await readCredentials(plane.kubeconfig));
  await applyCrds(plane.kubeconfig);
  await api.request('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
});
afterAll(() => api?.close());

describe('two managers own one object by server-side apply', () => {
  test('two pools of one KubeCluster, each its own', async () => {
    const base = { region: 'eu-west', k8sVersion: '1.25', pools: [WEB] };
    expect(refusalIn(await cluster('web-team', base))).toBe('');
    const both = await cluster('jobs-team', { pools: [JOBS] });
    expect(specIn(both)).toMatchObject({ pools: [WEB, JOBS] });
    const grown = await cluster('jobs-team', { pools: [{ ...JOBS, count: 2 }] });
    expect(refusalIn(grown)).toBe('');
    expect(specIn(grown)).toMatchObject({ pools: [WEB, { ...JOBS, count: 2 }] });
    const taken = await cluster('jobs-team', {
      pools: [
        { ...JOBS, count: 2 },
        { ...WEB, count: 1 },
      ],
    });
    expect(refusalIn(taken)).toContain('conflict with "web-team"');
    expect(specIn(await cluster('jobs-team', {}))).toMatchObject({ pools: [WEB] });
  });

  test('tags and addresses of one Domain', async () => {
    const domain = (manager: string, spec: object) => applies(manager, 'domains', 'Domain', spec);
    const base = { domain: 'example.org', type: 'master', soaEmail: 'a@example.org' };
    await domain('one', { ...base, tags: ['one'], axfrIps: ['192.0.2.1'] });
    const both = await domain('two', { tags: ['two'], axfrIps: ['192.0.2.2'] });
    expect(specIn(both)).toMatchObject({
      tags: ['one', 'two'],
      axfrIps: ['192.0.2.1', '192.0.2.2'],
    });
    expect(specIn(await domain('two', {}))).toMatchObject({
      tags: ['one'],
      axfrIps: ['192.0.2.1'],
    });
  });
});
