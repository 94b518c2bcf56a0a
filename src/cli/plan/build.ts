import type { KubeFailure, KubeObject, SecretRecord } from '../../engine/ports/cluster.ts';
import { KINDS } from '../../kinds/index.ts';
import { type ClusterReader, openReader } from '../../kube/reader.ts';
import { resourceOf } from '../../kube/resources.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { namespacedName, titleOf } from '../../model/object-key.ts';
import { OPERATION } from '../../model/operation.ts';
import { asRecord } from '../../model/parse.ts';
import { cloudToRead } from '../open-to-read.ts';
import { immutableObjections } from './admission.ts';
import { assumedSecrets } from './assumed.ts';
import type { PlanConfig } from './config.ts';
import type { SecretSource } from './imagined-cluster.ts';
import { isServed, type Manifest, type Manifests, manifestsIn } from './manifests.ts';
import { isNamed } from './objects.ts';
import type { OperationManifest } from './operations.ts';
import { type Grounds, type Planned, planAll } from './plan-all.ts';
import type { Problem } from './problem.ts';
import { readDocuments } from './sources.ts';

/** The plans, and the manifests of other classes. */
interface BuiltPlan {
  readonly planned: readonly Planned[];
  readonly operations: readonly OperationManifest[];
  readonly leftOut: readonly Manifest[];
}

/** Reads the manifests, the cluster on request, and the account, and plans. Plans nothing after a
 *  failed read.
 *  @param input reads standard input */
export async function buildPlan(
  config: PlanConfig,
  input: () => Promise<string>,
): Promise<Result<BuiltPlan, readonly Problem[]>> {
  const read = await readDocuments(config.files, { recursive: config.recursive, input });
  const manifests = manifestsIn(read.documents, KINDS, config.namespace);
  const problems = [...read.problems, ...manifests.problems];
  if (problems.length > 0) return fail(problems);
  if (!config.cluster) {
    const secretOf = secretsIn([...manifests.secrets, ...assumedSecrets(manifests)]);
    return ok(
      await drawn(config, manifests, {
        there: null,
        place: { uid: null, homes: new Map() },
        secretOf,
      }),
    );
  }
  const reader = await openReader(config.kubeconfig);
  if (!reader.ok) return fail([{ where: '', path: '', reason: reader.failure.detail }]);
  try {
    return await planInCluster(config, manifests, reader.value);
  } finally {
    await reader.value.close();
  }
}

async function planInCluster(
  config: PlanConfig,
  manifests: Manifests,
  reader: ClusterReader,
): Promise<Result<BuiltPlan, readonly Problem[]>> {
  const there = await reader.objects(KINDS.map(resourceOf), namespacesOf(manifests.objects));
  const performed = await reader.objects(
    [resourceOf(OPERATION)],
    namespacesOf(manifests.operations),
  );
  const place = await reader.place(namespacesOf(manifests.objects));
  const unread = ({ detail }: KubeFailure) =>
    fail([{ where: `the cluster at ${reader.host}`, path: '', reason: detail }]);
  if (!there.ok) return unread(there.failure);
  if (!place.ok) return unread(place.failure);
  if (!performed.ok) return unread(performed.failure);
  const problems = frozen(manifests.objects, there.value);
  if (problems.length > 0) return fail(problems);
  const given = secretsIn(manifests.secrets);
  const secretOf: SecretSource = async (namespace, name) => {
    const fromManifest = await given(namespace, name);
    return fromManifest.ok && fromManifest.value !== null
      ? fromManifest
      : reader.secret(namespace, name);
  };
  const operations = manifests.operations.map((one) => ({
    ...one,
    isThere: performed.value.some(isNamed(one.name)),
  }));
  const known = { there: there.value, place: place.value, secretOf };
  return ok(await drawn(config, { ...manifests, operations }, known));
}

/** Returns problems for changed immutable fields, which admission would reject. */
const frozen = (manifests: readonly Manifest[], there: readonly KubeObject[]): readonly Problem[] =>
  manifests.flatMap(({ file, kind, name, spec }) => {
    const before = there.find(isNamed(name));
    if (before === undefined || !('id' in asRecord(before.status))) return [];
    const where = `${file}: ${titleOf(name)}`;
    return immutableObjections(kind, asRecord(before.spec), spec).map((objection) => ({
      where,
      ...objection,
    }));
  });

/** Returns the namespaces of the objects: references stay within a namespace. */
const namespacesOf = (objects: readonly Pick<Manifest, 'name'>[]): readonly string[] => [
  ...new Set(objects.map(({ name }) => name.namespace)),
];

const secretsIn = (secrets: readonly SecretRecord[]): SecretSource => {
  const byName = new Map(secrets.map((secret) => [namespacedName(secret), secret]));
  return async (namespace, name) => ok(byName.get(namespacedName({ namespace, name })) ?? null);
};

async function drawn(
  config: PlanConfig,
  { objects, operations }: Manifests,
  known: Pick<Grounds, 'there' | 'place' | 'secretOf'>,
): Promise<BuiltPlan> {
  const cloud = cloudToRead(config.apiUrl, config.allowedHosts);
  try {
    const credential = { token: config.token(), baseUrl: null };
    const clock = { now: () => Date.now(), elapsed: () => performance.now() };
    const planned = await planAll({
      kinds: KINDS,
      manifests: objects,
      class: config.class,
      ...known,
      cloud,
      clock,
      credential,
    });
    return { planned, operations, leftOut: objects.filter((one) => !isServed(one, config.class)) };
  } finally {
    await cloud.close();
  }
}
