import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { connectKubeApi, type KubeAnswer, type KubeApi, readCredentials } from './kubeapi.ts';

export interface AppliedCrds {
  readonly names: readonly string[];
  /** The API server's warnings. */
  readonly warnings: readonly string[];
}

const CRDS = fileURLToPath(new URL('../../crds/', import.meta.url));
const COLLECTION = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const SERVED_MS = 30_000;
const POLL_MS = 50;

/** Applies every YAML file of a folder of CustomResourceDefinitions by server-side apply and waits
 *  until all are served. Rejects with the server's message when it rejects one, or when one is not
 *  served within 30 s.
 *  @param directory default: the project's own `crds/` */
export async function applyCrds(
  kubeconfigPath: string,
  directory: string = CRDS,
): Promise<AppliedCrds> {
  const api = connectKubeApi(await readCredentials(kubeconfigPath));
  try {
    const crds = await readManifests(directory);
    const answers: KubeAnswer[] = [];
    for (const crd of crds) answers.push(await apply(api, crd));
    for (const crd of crds) await served(api, crd);
    return {
      names: crds.map((crd) => crd.metadata.name),
      warnings: answers.flatMap((answer) => answer.warnings),
    };
  } finally {
    await api.close();
  }
}

interface Crd {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string }[];
  };
}

async function readManifests(directory: string): Promise<readonly Crd[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.yaml')).sort();
  if (files.length === 0) throw new Error(`${directory} has no .yaml file`);
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  return texts.flatMap((text) => loadAll(text) as Crd[]);
}

async function apply(api: KubeApi, crd: Crd): Promise<KubeAnswer> {
  const path = `${COLLECTION}/${crd.metadata.name}?fieldManager=cloudinfra-local&force=true`;
  const answer = await api.request('PATCH', path, crd, 'application/apply-patch+yaml');
  if (answer.status >= 300)
    throw new Error(
      `${crd.metadata.name} is refused (${answer.status}): ${JSON.stringify(answer.body)}`,
    );
  return answer;
}

/** Waits until a definition is served: shortly after Established the server still answers 429 for
 *  the new kind. */
async function served(api: KubeApi, { metadata, spec }: Crd): Promise<void> {
  for (const version of spec.versions)
    await until200(
      api,
      `/apis/${spec.group}/${version.name}/${spec.names.plural}?limit=1`,
      metadata.name,
    );
}

async function until200(api: KubeApi, path: string, name: string): Promise<void> {
  const untilMs = Date.now() + SERVED_MS;
  for (;;) {
    const { status, body } = await api.request('GET', path);
    if (status === 200) return;
    if (Date.now() > untilMs)
      throw new Error(`${name} is not served (${status}): ${JSON.stringify(body)}`);
    await pause(POLL_MS);
  }
}
