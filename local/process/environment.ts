import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseDuration } from '../../src/config/values.ts';

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

/** Reads what follows `npm run controlplane --`; null when there is anything it does not know. */
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

/** Whether a generator is only to tell what is out of date; null when it was asked for something
 *  that it does not know. */
export const readCheckOnly = (words: readonly string[] = process.argv.slice(2)): boolean | null =>
  words.length === 0 ? false : words.join(' ') === '--check' ? true : null;

/** What `npm run demo` was asked for. */
export interface DemoArguments {
  /** `leave`: ends once all objects are Ready. */
  readonly afterwards: 'leave' | 'stay';
  /** How long the objects may take to be Ready. */
  readonly timeoutMs: number;
  /** How many times faster than the real service the simulated one is. */
  readonly speed: number;
  readonly colours: 'wanted' | 'unwanted';
}

const DEMO_OPTIONS = {
  once: { type: 'boolean', default: false },
  stay: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '5m' },
  speed: { type: 'string', default: '60' },
} as const;

/** Reads what follows `npm run demo --`; gives back one line that says what is wrong when it cannot
 *  be used. NO_COLOR takes the colours away. @param onTerminal whether a person sees what is
 *  written: then it stays */
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
