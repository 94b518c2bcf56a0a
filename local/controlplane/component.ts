import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reaper } from '../process/reaper.ts';

/** A server process that can be killed and restarted with the same flags, port and files. */
export interface Component {
  readonly name: string;
  /** Starts the process and resolves when it is ready; rejects with the end of its log when it
   *  exits or times out. */
  readonly start: () => Promise<void>;
  /** Ends the process and resolves after its exit. Default SIGKILL; SIGTERM allows a graceful
   *  shutdown. */
  readonly kill: (signal?: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  /** Resolves when the running process is ready (again), for example after an outage of a
   *  dependency. Rejects as start does. */
  readonly ready: () => Promise<void>;
  /** Returns the process id while it runs, else null. */
  readonly pid: () => number | null;
  /** Resolves when the running process exits, or at once when none runs, with a message that
   *  contains the end of its log. */
  readonly ended: () => Promise<string>;
  /** Returns the last lines of its log, for messages. */
  readonly logEnd: () => Promise<string>;
}

export interface ComponentSpec {
  readonly name: string;
  readonly command: string;
  readonly flags: readonly string[];
  /** The whole environment of the process; empty by default. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Output of the process, over all its starts. */
  readonly logFile: string;
  /** Reports whether it is ready; a rejection counts as false. */
  readonly isReady: () => Promise<boolean>;
}

const READY_MS = 60_000;
const POLL_MS = 50;
const SHOWN_LOG_CHARS = 3_000;

/** Creates a component without starting it; once started it runs until it is killed or the reaper
 *  is released. */
export function createComponent(spec: ComponentSpec, reaper: Reaper): Component {
  let running: ChildProcess | null = null;

  const ready = async (): Promise<void> => {
    const problem = running === null ? 'is not running' : await untilReady(spec, running);
    if (problem === null) return;
    throw new Error(await withLogEnd(spec, problem));
  };

  const start = async (): Promise<void> => {
    if (running !== null) throw new Error(`${spec.name} is already running`);
    const child = launch(spec);
    running = child;
    child.once('exit', () => {
      if (running === child) running = null;
    });
    reaper.guard(child);
    await ready();
  };

  const kill = async (signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> => {
    const child = running;
    if (child === null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };

  const ended = async (): Promise<string> => {
    const child = running;
    if (child === null) return withLogEnd(spec, 'is not running');
    await new Promise((resolve) => child.once('exit', resolve));
    return withLogEnd(spec, `ended (${howEnded(child)})`);
  };
  return {
    name: spec.name,
    start,
    kill,
    ready,
    pid: () => running?.pid ?? null,
    ended,
    logEnd: () => logEnd(spec),
  };
}

/** Starts the process with only the given environment: etcd would read settings from ETCD_*
 *  variables, and no process here needs a proxy or a home. */
function launch(spec: ComponentSpec): ChildProcess {
  const log = openSync(spec.logFile, 'a', 0o600);
  const child = spawn(spec.command, spec.flags, {
    stdio: ['ignore', log, log],
    env: { ...spec.variables },
    cwd: '/',
    detached: true,
  });
  closeSync(log);
  return child;
}

/** Waits for readiness; returns null when the process is ready, else the reason. */
async function untilReady(spec: ComponentSpec, child: ChildProcess): Promise<string | null> {
  let failure: string | null = null;
  const onError = (error: Error): void => {
    failure = `cannot be started: ${error.message}`;
  };
  child.once('error', onError);
  try {
    const untilMs = Date.now() + READY_MS;
    while (Date.now() < untilMs) {
      if (failure !== null) return failure;
      if (hasEnded(child)) return `ended before it was ready (${howEnded(child)})`;
      if (await spec.isReady().catch(() => false)) return null;
      await pause(POLL_MS);
    }
    return `was not ready within ${READY_MS / 1_000} s`;
  } finally {
    child.off('error', onError);
  }
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

const howEnded = (child: ChildProcess): string => child.signalCode ?? `exit code ${child.exitCode}`;

const withLogEnd = async (spec: ComponentSpec, what: string): Promise<string> =>
  `${spec.name} ${what}; the end of its log:\n${await logEnd(spec)}`;

async function logEnd({ logFile }: ComponentSpec): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  const shown = log.slice(-SHOWN_LOG_CHARS);
  return shown.length === log.length ? log : shown.slice(shown.indexOf('\n') + 1);
}
