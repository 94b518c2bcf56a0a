import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reasonOf } from './cloud-object.ts';
import { type Installation, install } from './installation.ts';
import { soon } from './soon.ts';

const HERE = 'roles';
const ELSEWHERE = 'roles-elsewhere';
const WEB = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
const CONSENT = 'cloudinfra.dev/consent';
/** The role of each person in one namespace; they have none in the other one. `view` and `edit` are
 *  roles of the cluster, which the operator's roles are aggregated to. */
const ROLES = { vera: 'view', edda: 'edit', anna: 'cloudinfra-operator-approve' } as const;
type Person = keyof typeof ROLES | 'gita';

const folder = (name: string): string =>
  fileURLToPath(new URL(`../../deploy/kustomize/${name}`, import.meta.url));
const FOLDERS = ['user-roles', 'approval-policy'].map(folder);

let at: Installation;

/** Runs kubectl as a person. @returns `done`, or the error */
const as = async (person: Person, ...args: readonly string[]): Promise<string> =>
  at.kubectl(...args, `--as=${person}`).then(
    () => 'done',
    (error: unknown) => String(error),
  );
const patching = (patch: object): readonly string[] => [
  '--type=merge',
  `-p=${JSON.stringify(patch)}`,
];
const patched = (person: Person, patch: object, where = HERE): Promise<string> =>
  as(person, 'patch', 'instance/web', ...patching(patch), `--namespace=${where}`);
const volume = (spec: object, annotations: object = {}) => ({
  apiVersion: 'cloudinfra.dev/v1alpha1',
  kind: 'Volume',
  metadata: { name: 'data', annotations },
  spec: { region: 'eu-west', size: 20, ...spec },
});
async function file(manifest: object): Promise<string> {
  const path = join(at.directory, 'manifest.json');
  await writeFile(path, JSON.stringify(manifest));
  return path;
}
const create = async (person: Person, spec: object, annotations: object = {}): Promise<string> =>
  as(person, 'create', '-f', await file(volume(spec, annotations)));
const operate = async (person: Person, name: string, spec: object): Promise<string> => {
  const manifest = {
    apiVersion: 'cloudinfra.dev/v1alpha1',
    kind: 'Operation',
    metadata: { name },
    spec: { target: { kind: 'Instance', name: 'web' }, verb: 'Reboot', ...spec },
  };
  return as(person, 'create', '-f', await file(manifest));
};
const annotating = (hash: string) => ({ metadata: { annotations: { [CONSENT]: hash } } });
const approving = (approvedPlan: string | null) => ({ spec: { policy: { approvedPlan } } });
const AUTO = { spec: { policy: { consent: 'Auto' } } };

const FORBIDDEN = expect.stringContaining('is forbidden: User');
const ONLY_APPROVAL = expect.stringContaining('allows no change but the approval');
const NOT_APPROVER = expect.stringMatching(/requires the verb approve on the object/);

beforeAll(async () => {
  at = await install(HERE);
  await at.operator.component.start();
  for (const path of FOLDERS)
    expect(await at.kubectl('apply', '--server-side', '-k', path)).not.toContain('Warning');
  await at.kubectl('create', 'namespace', ELSEWHERE);
  for (const [person, role] of Object.entries(ROLES))
    await at.kubectl('create', 'rolebinding', person, `--clusterrole=${role}`, `--user=${person}`);
  await at.objects.apply('Instance', 'web', { ...WEB, backupsEnabled: true });
  await at.objects.ready('Instance', 'web');
  await soon('the roles and the policy to count', async () => {
    const seen = [
      await as('vera', 'get', 'instances'),
      await as('edda', 'label', 'instance/web', 'seen=yes', '--overwrite'),
      await patched('edda', annotating('a1')),
    ];
    const isSo = seen[0] === 'done' && seen[1] === 'done' && seen[2]?.includes('verb approve');
    return { done: isSo === true ? true : null, seen: seen.join('\n') };
  });
});
afterAll(async () => {
  for (const path of FOLDERS) await at?.kubectl('delete', '--ignore-not-found', '-k', path);
  await at?.close();
});

describe('in the namespace of their roles', () => {
  test('a person with view reads, and changes nothing', async () => {
    expect([
      await as('vera', 'get', 'instance/web'),
      await patched('vera', { spec: { label: 'hers' } }),
      await patched('vera', annotating('a1')),
      await as('vera', 'delete', 'instance/web'),
    ]).toEqual(['done', FORBIDDEN, FORBIDDEN, FORBIDDEN]);
  });

  test('a person with edit creates, changes and deletes, and approves nothing', async () => {
    expect([
      await create('edda', approving('a1').spec),
      await create('edda', AUTO.spec),
      await create('edda', {}, { [CONSENT]: 'a1' }),
      await create('edda', {}),
      await patched('edda', { spec: { label: 'web-1' } }),
      await patched('edda', annotating('a1')),
      await patched('edda', approving('a1')),
      await patched('edda', AUTO),
      await as('edda', 'delete', 'volume/data'),
    ]).toEqual([
      NOT_APPROVER,
      NOT_APPROVER,
      NOT_APPROVER,
      'done',
      'done',
      NOT_APPROVER,
      NOT_APPROVER,
      NOT_APPROVER,
      'done',
    ]);
  });

  test('a person with edit creates Operations, and only an approver creates one with its approval', async () => {
    expect([
      await operate('vera', 'first', {}),
      await operate('anna', 'first', {}),
      await operate('edda', 'first', { approvedPlan: 'a1' }),
      await operate('edda', 'first', {}),
      await as('vera', 'get', 'operation/first'),
      await as('edda', 'delete', 'operation/first'),
    ]).toEqual([FORBIDDEN, FORBIDDEN, NOT_APPROVER, 'done', 'done', 'done']);
  });

  test('a person with approve changes the approval alone', async () => {
    expect([
      await patched('anna', annotating('a1')),
      await patched('anna', approving('a1')),
      await patched('anna', { spec: { label: 'hers' } }),
      await patched('anna', { metadata: { labels: { team: 'hers' } } }),
      await patched('anna', { metadata: { annotations: { note: 'hers' } } }),
      await patched('anna', AUTO),
      await create('anna', {}),
      await as('anna', 'delete', 'instance/web'),
    ]).toEqual([
      'done',
      'done',
      ONLY_APPROVAL,
      ONLY_APPROVAL,
      ONLY_APPROVAL,
      ONLY_APPROVAL,
      FORBIDDEN,
      FORBIDDEN,
    ]);
  });

  test('an update that leaves the approval as it is, or takes it away, needs no right to approve', async () => {
    await at.kubectl('patch', 'instance/web', ...patching(AUTO));
    expect([
      await patched('edda', { spec: { label: 'web-2' } }),
      await patched('edda', { metadata: { labels: { team: 'one' } } }),
      await patched('edda', approving('b2')),
      await patched('edda', approving(null)),
      await patched('edda', { spec: { policy: { consent: 'Ask' } } }),
      await patched('edda', { metadata: { annotations: { [CONSENT]: null } } }),
    ]).toEqual(['done', 'done', NOT_APPROVER, 'done', 'done', 'done']);
  });
});

test('a tool with both roles applies a change together with its approval', async () => {
  for (const role of ['edit', ROLES.anna])
    await at.kubectl(
      'create',
      'rolebinding',
      `gita-${role}`,
      `--clusterrole=${role}`,
      '--user=gita',
    );
  await soon('the roles to count', async () => {
    const seen = await patched('gita', { spec: { label: 'web-3', ...approving('c3').spec } });
    return { done: seen === 'done' ? true : null, seen };
  });
  const { spec } = (await at.objects.get('Instance', 'web')) ?? {};
  expect(spec).toMatchObject({ label: 'web-3', policy: { approvedPlan: 'c3' } });
});

test('a role of one namespace counts in no other', async () => {
  const manifest = { ...volume({}), metadata: { name: 'web', namespace: ELSEWHERE } };
  const path = await file({ ...manifest, kind: 'Instance', spec: WEB });
  await at.kubectl('create', '-f', path, `--namespace=${ELSEWHERE}`);
  for (const person of ['vera', 'edda', 'anna'] as const)
    expect([
      await as(person, 'get', 'instance/web', `--namespace=${ELSEWHERE}`),
      await patched(person, annotating('a1'), ELSEWHERE),
    ]).toEqual([FORBIDDEN, FORBIDDEN]);
});

test('a plan that one person asks for and another one approves is done by the operator', async () => {
  await at.objects.ready('Instance', 'web');
  expect(await patched('edda', { spec: { backupsEnabled: false } })).toBe('done');
  const held = await at.objects.until(
    'Instance',
    'web',
    'ConsentRequired',
    (object) => reasonOf(object, 'Synced') === 'ConsentRequired',
  );
  const { hash = '' } = (held.status as { readonly plan?: { readonly hash?: string } }).plan ?? {};
  expect([await patched('edda', approving(hash)), await patched('anna', approving(hash))]).toEqual([
    NOT_APPROVER,
    'done',
  ]);
  const { status } = await at.objects.ready('Instance', 'web');
  expect(status).toMatchObject({ internal: { consents: 1, usedPlan: hash } });
});
