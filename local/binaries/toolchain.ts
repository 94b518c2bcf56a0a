import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LocalEnvironment } from '../process/environment.ts';
import { startReaper } from '../process/reaper.ts';
import { findOnPath } from './binaries.ts';

/** Compiles a committed module to binaries. */
export interface Toolchain<Name extends string> {
  /** Reports whether the toolchain is installed. */
  readonly isThere: () => Promise<boolean>;
  /** Puts the complete binary into the folder, or leaves the folder unchanged.
   *  @param onPackages called with the number of compiled packages */
  readonly build: (
    name: Name,
    directory: string,
    onPackages: (count: number) => void,
  ) => Promise<Built>;
}

export type Built = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** A committed Go module and its programs. */
export interface GoModule<Name extends string> {
  readonly directory: string;
  /** The main package of each program. */
  readonly packages: Readonly<Record<Name, string>>;
  /** Build tags that omit parts of the programs. */
  readonly tags: readonly string[];
  /** Linker flags that set values in the programs: `-X main.version=1`. */
  readonly stamp: readonly string[];
}

const KEPT_LINES = 15;

/** Prefix of a build's own folder, followed by the id of its process. */
export const WORKSPACE_PREFIX = '.build-';

/** The Go toolchain on the search path. An interrupted build leaves neither a process nor a
 *  file. */
export function goToolchain<Name extends string>(
  environment: LocalEnvironment,
  goModule: GoModule<Name>,
): Toolchain<Name> {
  const isThere = async (): Promise<boolean> => (await findOnPath('go', environment.path)) !== null;

  const build: Toolchain<Name>['build'] = async (name, directory, onPackages) => {
    const workspace = await mkdtemp(join(directory, `${WORKSPACE_PREFIX}${process.pid}-`));
    const reaper = startReaper(workspace);
    const flags = [
      '-tags',
      goModule.tags.join(','),
      '-ldflags',
      ['-s -w', ...goModule.stamp].join(' '),
    ];
    try {
      const go = spawn(
        'go',
        ['build', '-v', ...flags, '-o', join(workspace, name), goModule.packages[name]],
        {
          cwd: goModule.directory,
          env: goEnvironment(environment, workspace),
          stdio: ['ignore', 'ignore', 'pipe'],
          detached: true,
        },
      );
      reaper.guard(go);
      const built = await outcome(go, onPackages);
      if (built.ok) await rename(join(workspace, name), join(directory, name));
      return built;
    } finally {
      await reaper.release();
    }
  };
  return { isThere, build };
}

/** Returns the environment of a reproducible build: no C compiler, no user settings, the committed
 *  sums only. */
const goEnvironment = (environment: LocalEnvironment, workspace: string): NodeJS.ProcessEnv => ({
  ...environment.variables,
  CGO_ENABLED: '0',
  GOFLAGS: '-mod=readonly -trimpath -buildvcs=false',
  GOWORK: 'off',
  GOTMPDIR: workspace,
  GOOS: undefined,
  GOARCH: undefined,
});

/** Follows a running `go build -v`, which lists compiled packages and fetched modules on stderr. */
async function outcome(go: ChildProcess, onPackages: (count: number) => void): Promise<Built> {
  const tail: string[] = [];
  let packages = 0;
  if (go.stderr !== null) {
    createInterface({ input: go.stderr }).on('line', (line) => {
      tail.push(line);
      if (tail.length > KEPT_LINES) tail.shift();
      if (!line.includes(' ')) onPackages(++packages);
    });
  }
  const ended = await new Promise<string>((resolve) => {
    go.once('error', (error) => resolve(error.message));
    go.once('close', (code, signal) =>
      resolve(code === 0 ? '' : `go build ended with ${signal ?? `exit code ${code}`}`),
    );
  });
  return ended === '' ? { ok: true } : { ok: false, why: [ended, ...tail].join('\n      ') };
}
