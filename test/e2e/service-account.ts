import { join } from 'node:path';
import { UNNOTED } from '../../local/controlplane/audit.ts';
import { connectKubeApi, type KubeApi, readCredentials } from '../../local/controlplane/kubeapi.ts';
import { writeKubeconfig } from '../../local/controlplane/kubeconfig.ts';
import { type Permission, permissions } from '../../src/crd/permissions.ts';
import { objectsEverywhere, objectsInOne, ownRole } from '../../src/crd/rbac.ts';
import { writeFences } from '../../src/crd/write-fence.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { answeredTo, requestsOf } from './access-review.ts';
import { ACCOUNT } from './account.ts';
import { plane } from './plane.ts';
import { soon } from './soon.ts';

/** Writes a kubeconfig of the account, as its pods have. @returns its path in the folder
 *  @param administrator kubeconfig of the control plane; default: the shared one */
export async function asServiceAccount(
  home: string,
  directory: string,
  administrator: string = plane.kubeconfig,
): Promise<string> {
  const credentials = await readCredentials(administrator);
  const api = connectKubeApi(credentials);
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };
  const { body } = await api.request(
    'POST',
    `/api/v1/namespaces/${home}/serviceaccounts/${ACCOUNT}/token`,
    request,
  );
  await api.close();
  const { token } = (body as { readonly status: { readonly token: string } }).status;
  const path = join(directory, `${home}.kubeconfig`);
  await writeKubeconfig(path, ACCOUNT, { ...credentials, identity: { token } });
  return path;
}

/** The namespace of the account, and the watched one. */
export interface Reach {
  readonly home: string;
  readonly watched: string;
}

/** Creates the account with exactly these permissions; revokes earlier ones. */
export async function grant(
  api: KubeApi,
  { home, watched }: Reach,
  granted: readonly Permission[],
): Promise<void> {
  await makeAccount(api, home);
  await fenced(api);
  await bound(api, home, ownRole(granted), home);
  await bound(api, home, objectsInOne(granted), watched);
}

/** Namespace of the account of the tests' own operators. */
const HOME = UNNOTED;

/** Creates the account with permissions for all namespaces, and for Leases in these.
 *  @returns its home */
export async function grantEverywhere(api: KubeApi, leases: readonly string[]): Promise<string> {
  const granted = permissions(KINDS);
  await makeAccount(api, HOME);
  await fenced(api);
  // Other names than those of installed roles, which other files use in the same control plane.
  const metadata = { name: HOME };
  for (const namespace of leases)
    await bound(api, HOME, { ...ownRole(granted), metadata }, namespace);
  await bound(api, HOME, { ...objectsEverywhere(granted), metadata }, null);
  const requests = granted.flatMap((one) =>
    leases.flatMap((namespace) => requestsOf(one, namespace)),
  );
  await soon('the roles to count', async () => {
    const missing = await answeredTo(api, HOME, requests, false);
    return { done: missing.length === 0 || null, seen: JSON.stringify(missing) };
  });
  return HOME;
}

async function makeAccount(api: KubeApi, home: string): Promise<void> {
  await applied(api, '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: home },
  });
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: ACCOUNT } };
  await applied(api, `/api/v1/namespaces/${home}/serviceaccounts`, account);
}

/** Applies the policies of an installation. */
async function fenced(api: KubeApi): Promise<void> {
  for (const object of writeFences())
    await applied(api, `/apis/${object.apiVersion}/${pluralOf[object.kind]}`, object);
}

const pluralOf: Readonly<Record<string, string>> = {
  ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
  ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
};

type Applied = Readonly<Record<string, unknown>> & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
};

/** Applies a role and binds it to the account. @param namespace null: a cluster role */
async function bound(
  api: KubeApi,
  home: string,
  role: Applied,
  namespace: string | null,
): Promise<void> {
  const { apiVersion, kind, metadata } = role;
  const [path, plural] =
    namespace === null
      ? [`/apis/${apiVersion}`, 'clusterrole']
      : [`/apis/${apiVersion}/namespaces/${namespace}`, 'role'];
  await applied(api, `${path}/${plural}s`, role);
  await applied(api, `${path}/${plural}bindings`, {
    apiVersion,
    kind: `${kind}Binding`,
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: metadata.name },
    subjects: [{ kind: 'ServiceAccount', name: ACCOUNT, namespace: home }],
  });
}

async function applied(api: KubeApi, path: string, object: Applied): Promise<void> {
  const query = 'fieldManager=person&force=true';
  const { status, body } = await api.request(
    'PATCH',
    `${path}/${object.metadata.name}?${query}`,
    object,
    'application/apply-patch+yaml',
  );
  if (status >= 300) throw new Error(JSON.stringify(body));
}
