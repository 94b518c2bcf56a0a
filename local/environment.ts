import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';

/** What `local/` takes from the machine it runs on. */
export interface LocalEnvironment {
  /** A folder of ready binaries the user points at, or null. */
  readonly assets: string | null;
  /** The project's cache folder, outside the work tree. */
  readonly cache: string;
  /** The folders in which programs are looked for. */
  readonly path: readonly string[];
  /** Operating system and architecture in Go's words: `linux-amd64`. */
  readonly platform: string;
  /** Everything that is set, for programs that need it (Go reads HOME, GOPROXY, …). */
  readonly variables: Variables;
}

interface Host {
  readonly platform: string;
  readonly arch: string;
  readonly home: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

const GO_WORDS: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386', win32: 'windows' };

/** Reads the environment.
 *  KUBEBUILDER_ASSETS names ready binaries; CLOUDINFRA_CACHE moves the cache, else XDG_CACHE_HOME, else `~/.cache`. */
export function readEnvironment(variables: Variables = process.env, host: Host = thisHost()): LocalEnvironment {
  return {
    assets: variables['KUBEBUILDER_ASSETS'] || null,
    cache: variables['CLOUDINFRA_CACHE'] || join(variables['XDG_CACHE_HOME'] || join(host.home, '.cache'), 'cloudinfra-operator'),
    path: (variables['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
    platform: `${goWord(host.platform)}-${goWord(host.arch)}`,
    variables,
  };
}

export interface ControlPlaneArguments {
  readonly controllerManager: boolean;
}

/** Reads what follows `npm run controlplane --`; null when there is anything it does not know. */
export function readArguments(words: readonly string[] = process.argv.slice(2)): ControlPlaneArguments | null {
  try {
    const { values } = parseArgs({ args: [...words], options: { 'controller-manager': { type: 'boolean', default: false } } });
    return { controllerManager: values['controller-manager'] };
  } catch {
    return null;
  }
}

const goWord = (word: string): string => GO_WORDS[word] ?? word;

const thisHost = (): Host => ({ platform: process.platform, arch: process.arch, home: homedir() });
