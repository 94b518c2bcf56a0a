import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LocalEnvironment, readEnvironment } from '../process/environment.ts';
import { realLockWorld } from '../process/lock.ts';
import { createProgress, type Progress } from '../process/progress.ts';
import { folderSource, resolveBinaries } from './binaries.ts';
import { goSource } from './gosource.ts';
import { goToolchain } from './toolchain.ts';

/** The build of a tool: the folder in `tools/` whose module pins it, its main package, and build
 *  tags. */
type Recipe = readonly [folder: string, mainPackage: string, ...tags: readonly string[]];

/** Omits all service discovery except files, which reduces the build time to a quarter. */
const NO_DISCOVERY = 'remove_all_sd';
/** The tools of the tests. */
const TOOLS = {
  helm: ['helm', 'helm.sh/helm/v4/cmd/helm'],
  kubeconform: ['kubeconform', 'github.com/yannh/kubeconform/cmd/kubeconform'],
  prometheus: ['prometheus', 'github.com/prometheus/prometheus/cmd/prometheus', NO_DISCOVERY],
  promtool: ['prometheus', 'github.com/prometheus/prometheus/cmd/promtool', NO_DISCOVERY],
  gitops: ['gitops', '.'],
} as const satisfies Readonly<Record<string, Recipe>>;

export type ToolName = keyof typeof TOOLS;
export const TOOL_NAMES = Object.keys(TOOLS) as readonly ToolName[];

/** The environment and the progress output of a build. */
export interface ToolOptions {
  readonly environment?: LocalEnvironment;
  readonly progress?: Progress;
}

const ROOT = fileURLToPath(new URL('tools/', import.meta.url));
const ADVICE =
  'Install a current Go (https://go.dev/dl) and start again: the tool is built once, in some minutes, and kept.';

/** Returns the path of the tool's executable; builds a missing one first, one process at a time.
 *  Rejects with an Error whose message explains the failure and the remedy. */
export async function goTool(name: ToolName, options: ToolOptions = {}): Promise<string> {
  const { environment = readEnvironment(), progress = createProgress(process.stderr) } = options;
  const [folder, mainPackage, ...tags]: Recipe = TOOLS[name];
  const goModule = {
    directory: join(ROOT, folder),
    packages: { [name]: mainPackage },
    tags,
    stamp: [],
  };
  const directory = join(
    environment.cache,
    'tools',
    `${folder}-${await fingerprint(goModule.directory)}-${environment.platform}`,
  );
  const sources = [
    folderSource('cache', directory),
    goSource({
      what: name,
      directory,
      toolchain: goToolchain(environment, goModule),
      progress,
      lock: realLockWorld,
    }),
  ];
  const resolved = await resolveBinaries([name], sources, {
    title: 'A tool is missing',
    advice: [ADVICE],
  });
  if (!resolved.ok) throw new Error(resolved.problem);
  return join(resolved.directory, name);
}

/** Hashes all inputs of a tool's build: the pinned modules, or its own source. */
async function fingerprint(directory: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(directory)).toSorted()) {
    if (/^go\.(mod|sum)$|\.go$/.test(name))
      hash.update(`${name}\n`).update(await readFile(join(directory, name)));
  }
  return hash.digest('hex').slice(0, 12);
}
