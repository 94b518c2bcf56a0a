import { type ChildProcess, spawn } from 'node:child_process';

/** Cleans up after a process: child processes and one folder. */
export interface Reaper {
  /** Kills the child's process group if this process dies before it exits. */
  readonly guard: (child: ChildProcess) => void;
  /** Kills the guarded processes, removes the folder, and resolves when both are done. */
  readonly release: () => Promise<void>;
}

/** Reads the process groups to kill, each line replacing the previous one. At the end of its input,
 *  which follows every kind of exit of this process, kills them and removes the folder. A killed
 *  process may still write briefly, so the removal is repeated. */
const SCRIPT = `
while read -r line; do groups=$line; done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
tries=0
until rm -rf -- "$1" 2>/dev/null || [ "$tries" -ge 100 ]; do tries=$((tries + 1)); sleep 0.1; done
`;

/** Starts a small shell beside this process that cleans up after it, on release and on any death,
 *  including SIGKILL. Guarded children must be started with `detached: true`, because the whole
 *  group is killed. */
export function startReaper(directory: string): Reaper {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'reaper', directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
  const groups = new Set<number>();
  const exits = new Set<Promise<void>>();
  let released: Promise<void> | null = null;
  const tell = (): void => {
    if (released === null) shell.stdin.write(`${[...groups].join(' ')}\n`);
  };

  const guard = (child: ChildProcess): void => {
    const { pid } = child;
    if (pid === undefined) return;
    groups.add(pid);
    tell();
    exits.add(
      new Promise((resolve) =>
        child.once('exit', () => {
          groups.delete(pid);
          tell();
          resolve();
        }),
      ),
    );
  };
  const release = (): Promise<void> => {
    if (released === null) shell.stdin.end();
    released ??= ended.then(() => Promise.all(exits)).then(() => undefined);
    return released;
  };
  return { guard, release };
}
