import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseDuration } from '../../src/config/values.ts';

/** The settings that `local/` reads from the machine. */
export interface LocalEnvironment {
  /** A folder of ready binaries that the user names, or null. */
  readonly assets: string | null;
  /** The project's cache folder, outside the work tree. */
  readonly cache: string;
  /** Folders of the search path. */
  readonly path: readonly string[];
  /** Operating system and architecture in Go's names: `linux-amd64`. */
  readonly platform: string;
  /** All variables, for programs that need them (Go reads HOME, GOPROXY, …). */
  readonly variables: Variables;
}

interface Host {
  readonly platform: string;
  readonly arch: string;
  readonly home: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

const GO_WORDS: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386', win32: 'windows' };

/** Reads the environment. KUBEBUILDER_ASSETS names ready binaries; CLOUDINFRA_CACHE moves the
 *  cache, else XDG_CACHE_HOME, else `~/.cache`. */
export function readEnvironment(
  variables: Variables = process.env,
  host: Host = thisHost(),
): LocalEnvironment {
  return {
    assets: variables['KUBEBUILDER_ASSETS'] || null,
    cache:
      variables['CLOUDINFRA_CACHE'] ||
      join(variables['XDG_CACHE_HOME'] || join(host.home, '.cache'), 'cloudinfra-operator'),
    path: (variables['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
    platform: `${goWord(host.platform)}-${goWord(host.arch)}`,
    variables,
  };
}

export interface ControlPlaneArguments {
  readonly controllerManager: boolean;
}

/** Parses the arguments after `npm run controlplane --`; null for an unknown one. */
export function readArguments(
  words: readonly string[] = process.argv.slice(2),
): ControlPlaneArguments | null {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { 'controller-manager': { type: 'boolean', default: false } },
    });
    return { controllerManager: values['controller-manager'] };
  } catch {
    return null;
  }
}

/** Reports whether a generator only checks; null for an unknown argument. */
export const readCheckOnly = (words: readonly string[] = process.argv.slice(2)): boolean | null =>
  words.length === 0 ? false : words.join(' ') === '--check' ? true : null;

/** The arguments of `npm run demo`. */
export interface DemoArguments {
  /** `leave`: ends once all objects are Ready. */
  readonly afterwards: 'leave' | 'stay';
  /** Time limit until the objects are Ready. */
  readonly timeoutMs: number;
  /** Speed of the simulated service, as a factor relative to the real one. */
  readonly speed: number;
  readonly colours: 'wanted' | 'unwanted';
}

const DEMO_OPTIONS = {
  once: { type: 'boolean', default: false },
  stay: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '5m' },
  speed: { type: 'string', default: '60' },
} as const;

/** Parses the arguments after `npm run demo --`; returns one line that explains an invalid one.
 *  NO_COLOR disables colours. @param onTerminal true if the output is a terminal: then the demo
 *  stays */
export function readDemoArguments(
  onTerminal: boolean,
  words: readonly string[] = process.argv.slice(2),
  variables: Variables = process.env,
): DemoArguments | string {
  const values = demoValues(words);
  if (typeof values === 'string') return values;
  const timeoutMs = parseDuration(values.timeout);
  const speed = Number(values.speed);
  if (timeoutMs === null) return '--timeout must be a duration such as 90s or 5m';
  if (!(Number.isFinite(speed) && speed > 0)) return '--speed must be a number above 0';
  if (values.once && values.stay) return '--once and --stay exclude each other';
  const stays = values.stay || (onTerminal && !values.once);
  return {
    afterwards: stays ? 'stay' : 'leave',
    timeoutMs,
    speed,
    colours: variables['NO_COLOR'] ? 'unwanted' : 'wanted',
  };
}

function demoValues(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: DEMO_OPTIONS }).values;
  } catch (error) {
    return error instanceof Error ? (error.message.split('.')[0] ?? '') : String(error);
  }
}

const goWord = (word: string): string => GO_WORDS[word] ?? word;

const thisHost = (): Host => ({ platform: process.platform, arch: process.arch, home: homedir() });
