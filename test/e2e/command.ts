import { execFile, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { onTestFinished, vi } from 'vitest';
import { isAlive } from '../../local/process/lock.ts';
import { temporaryFolder } from '../../local/testing/folder.ts';

const ROOT = new URL('../..', import.meta.url);
const WAIT = { timeout: 120_000, interval: 50 };
const END_MS = 60_000;
/** The folder that npm leaves in a temporary folder. */
const NPMS_OWN = 'node-compile-cache';

/** A command under test in its own temporary folder, with checks for leftovers. */
export interface CommandRun {
  /** Returns its output so far. */
  readonly output: () => string;
  /** Resolves when its output matches. */
  readonly shows: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly type: (keys: string) => void;
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Returns its live child processes with their command lines. */
  readonly processes: () => Promise<readonly Process[]>;
  /** Resolves when all processes seen so far have exited and its temporary folder is empty; rejects
   *  on a timeout. */
  readonly leavesNothing: () => Promise<void>;
}

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Starts a command at the root of the repository; its remains are removed at the end of the
 *  running test.
 *  @param variables on top of the environment of the tests */
export async function startCommand(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const folder = await temporaryFolder();
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: undefined, ...variables, TMPDIR: folder },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const shows = (pattern: RegExp): Promise<RegExpExecArray> =>
    vi.waitFor(() => {
      const found = pattern.exec(output);
      if (found === null) throw new Error(`${pattern} is not in\n${output}`);
      return found;
    }, WAIT);
  return {
    output: () => output,
    shows,
    signal: (signal) => void child.kill(signal),
    type: (keys) => void child.stdin.write(keys),
    ended,
    ...traces(child.pid ?? 0, folder),
  };
}

/** Observes the processes and files of a process and its children. */
function traces(pid: number, folder: string): Pick<CommandRun, 'processes' | 'leavesNothing'> {
  const seen = new Set<number>();
  const processes = async (): Promise<readonly Process[]> => {
    const found = descendants(await allProcesses(), pid);
    for (const child of found) seen.add(child.pid);
    return found;
  };
  const look = async (): Promise<void> => {
    const files = (await readdir(folder)).filter((name) => name !== NPMS_OWN);
    const left = [...[...seen].filter(isAlive), ...files];
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
  };
  return { processes, leavesNothing: () => vi.waitFor(look, { ...WAIT, timeout: END_MS }) };
}

async function allProcesses(): Promise<readonly Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

function descendants(all: readonly Process[], of: number): readonly Process[] {
  const children = all.filter(({ parent }) => parent === of);
  return [...children, ...children.flatMap(({ pid }) => descendants(all, pid))];
}
