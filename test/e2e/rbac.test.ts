import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectKubeApi, type KubeApi, readCredentials } from '../../local/kubeapi.ts';
import { type Permission, permissions } from '../../src/crd/permissions.ts';
import { KINDS } from '../../src/kinds/index.ts';

interface Role {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** A way to install the operator: the file with its roles, a user that is bound to them, and where each is bound. */
interface Install {
  readonly file: string;
  readonly user: string;
  /** The namespace in which objects are looked after; null: every namespace. */
  readonly watched: string | null;
}

const OWN = 'rbac-operator';
const INSTALLS: readonly Install[] = [
  { file: 'deploy/rbac.yaml', user: 'operator-everywhere', watched: null },
  { file: 'deploy/rbac-namespaced.yaml', user: 'operator-of-one', watched: 'rbac-team' },
];
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const granted = permissions(KINDS);

let api: KubeApi;

async function apply(path: string, object: object): Promise<void> {
  const answer = await api.request('POST', path, object);
  expect([201, 409]).toContain(answer.status);
}

/** Binds a role the way an installation does: cluster roles everywhere, the role of the objects where they are, the other one at home. */
async function install({ file, user, watched }: Install): Promise<void> {
  const roles = loadAll(readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')) as readonly Role[];
  for (const role of roles) {
    const home = role.metadata.name.endsWith('-objects') ? watched : OWN;
    const scope = role.kind === 'ClusterRole' ? RBAC : `${RBAC}/namespaces/${home}`;
    const plural = `${role.kind.toLowerCase()}s`;
    await apply(`${scope}/${plural}`, role);
    await apply(`${scope}/${plural.replace('roles', 'rolebindings')}`, {
      metadata: { name: `${user}-${role.metadata.name}` },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: role.kind, name: role.metadata.name },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: user }],
    });
  }
}

interface Wish {
  readonly namespace: string;
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
}

async function may(user: string, { resource, ...wish }: Wish): Promise<boolean> {
  const [name, subresource] = resource.split('/');
  const spec = { user, resourceAttributes: { ...wish, resource: name, subresource } };
  const { body } = await api.request('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', { spec });
  return (body as { readonly status: { readonly allowed: boolean } }).status.allowed;
}

/** Those of the wishes that are answered so. */
async function answered(user: string, asked: readonly Wish[], answer: boolean): Promise<readonly Wish[]> {
  const answers = await Promise.all(asked.map((wish) => may(user, wish)));
  return asked.filter((_, index) => answers[index] === answer);
}

const wishes = ({ group, resources, verbs }: Permission, namespace: string): readonly Wish[] =>
  resources.flatMap((resource) => verbs.map((verb) => ({ namespace, group, resource, verb })));

beforeAll(async () => {
  api = connectKubeApi(await readCredentials(inject('kubeconfig')));
  for (const name of [OWN, 'rbac-team']) await apply('/api/v1/namespaces', { metadata: { name } });
  for (const one of INSTALLS) await install(one);
});
afterAll(() => api.close());

test.for(INSTALLS.map((one) => [one.file, one] as const))('%s grants every row of the table, where it is needed', async ([, one]) => {
  const asked = granted.flatMap((row) => wishes(row, row.where === 'own' ? OWN : 'rbac-team'));
  // A binding that was just made counts a moment later.
  await expect.poll(() => answered(one.user, asked, false), { timeout: 90_000 }).toEqual([]);
});

test.for(INSTALLS.map((one) => [one.file, one] as const))('%s grants nothing beyond', async ([, one]) => {
  const plural = KINDS[0]?.plural ?? '';
  const beyond: readonly Wish[] = [
    { namespace: 'rbac-team', group: 'cloudinfra.dev', resource: plural, verb: 'delete' },
    { namespace: 'rbac-team', group: 'cloudinfra.dev', resource: plural, verb: 'create' },
    { namespace: 'rbac-team', group: '', resource: 'secrets', verb: 'delete' },
    { namespace: 'rbac-team', group: '', resource: 'configmaps', verb: 'get' },
    { namespace: 'rbac-team', group: 'coordination.k8s.io', resource: 'leases', verb: 'patch' },
    { namespace: 'rbac-team', group: '', resource: 'pods', verb: 'list' },
    ...(one.watched === null ? [] : [{ namespace: 'default', group: '', resource: 'secrets', verb: 'get' }]),
  ];
  expect(await answered(one.user, beyond, true)).toEqual([]);
});
