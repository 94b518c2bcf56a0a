import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditedRequest, auditedRequests } from '../../../local/controlplane/audit.ts';
import { runKubectl } from '../../../local/controlplane/kubectl.ts';
import { permissions } from '../../../src/crd/permissions.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { userOf } from '../account.ts';
import { type Installation, startInstallation } from '../installation.ts';
import { plane } from '../plane.ts';
import { asServiceAccount } from '../service-account.ts';
import { ROOT } from './manifest.ts';
import { wholeLife } from './whole-life.ts';

const HOME = 'cloudinfra-system';
const TEAM = 'rights';
/** Allows the deletion of the whole shop. */
const FLAGS = ['--leader-elect', '--lease-namespace', HOME, '--brake-count', '100'];

let at: Installation;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cloudinfra-rights-'));
  const site = {
    binaries: plane.binaries,
    kubeconfigPath: plane.kubeconfig,
    cache: join(directory, 'kubectl'),
  };
  await runKubectl(site, [
    'apply',
    '--server-side',
    '--force-conflicts',
    '-k',
    join(ROOT, 'deploy/kustomize/cluster-wide'),
  ]);
  at = await startInstallation(TEAM, {
    service: ['--speed', '600'],
    operator: { kubeconfig: await asServiceAccount(HOME, directory), flags: FLAGS },
  });
});
afterAll(async () => {
  await at?.close();
  await rm(directory, { recursive: true });
});

/** Formats a permission: `watched get secrets`, `own patch coordination.k8s.io/leases`. */
const rightOf = (where: string, verb: string, group: string, resource: string): string =>
  `${where} ${verb} ${group === '' ? '' : `${group}/`}${resource}`;
const needed = ({ namespace, verb, group, resource }: AuditedRequest): string =>
  rightOf(namespace === HOME ? 'own' : 'watched', verb, group, resource);

test('in a whole life of objects of every kind, each right is used and nothing else is asked for', async () => {
  const asked = async () =>
    (await auditedRequests(plane.auditLog, userOf(HOME))).filter(
      ({ namespace }) => namespace === HOME || namespace === TEAM,
    );
  await wholeLife(at, asked);
  const requests = await asked();
  const rights = permissions(KINDS).flatMap(({ where, verbs, group, resources }) =>
    resources.flatMap((resource) => verbs.map((verb) => rightOf(where, verb, group, resource))),
  );
  expect(new Set(requests.filter(({ granted }) => !granted).map(needed))).toEqual(new Set());
  expect([...new Set(requests.map(needed))].toSorted()).toEqual(rights.toSorted());
});
