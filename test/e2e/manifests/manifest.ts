import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { z } from 'zod';
import { runKubectl } from '../../../local/controlplane/kubectl.ts';
import { plane } from '../plane.ts';

const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});
/** An object for the API server. */
export type Manifest = z.infer<typeof Manifest>;

/** Definitions of the Prometheus operator's kinds, from its release. */
export const PROMETHEUS_OPERATOR = fileURLToPath(
  new URL('prometheus-operator-0.94.1/', import.meta.url),
);

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Parses YAML documents to objects, without empty documents. Throws when one is no object. */
export const manifestsIn = (text: string): readonly Manifest[] =>
  loadAll(text)
    .filter((document) => document !== null && document !== undefined)
    .map((document) => Manifest.parse(document))
    .map(withoutIdleNamespace);

/** Cluster-scoped kinds to which kubectl's kustomize adds a namespace, which the API server
 *  removes. */
const CLUSTER_SCOPED = ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'];

const withoutIdleNamespace = (manifest: Manifest): Manifest => {
  if (!CLUSTER_SCOPED.includes(manifest.kind)) return manifest;
  const { namespace: _namespace, ...metadata } = manifest.metadata;
  return { ...manifest, metadata };
};

/** Identifies an object within a set: `Role cloudinfra/cloudinfra-operator`. */
export const identityOf = ({ kind, metadata: { namespace, name } }: Manifest): string =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;

/** Returns the output of `kubectl kustomize` for a folder of `deploy/kustomize`. */
export async function kustomized(folder: string): Promise<string> {
  const cache = await mkdtemp(join(tmpdir(), 'cloudinfra-kustomized-'));
  const site = { binaries: plane.binaries, kubeconfigPath: plane.kubeconfig, cache };
  try {
    return await runKubectl(site, ['kustomize', join(ROOT, 'deploy/kustomize', folder)]);
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
}
