import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from '../../release/build.ts';
import { ENTRY } from '../../release/bundle.ts';
import { startEmptyCluster } from './empty-cluster.ts';

/** The cost of running the bundle without objects. */
export interface StartFigures {
  /** Time from the start of the process to its first log line, the best of several: other load of
   *  the machine only increases it. */
  readonly firstLineMs: number;
  /** Time until the first line of a program that only writes one line. */
  readonly emptyProgramMs: number;
  /** Memory of the idle process. */
  readonly residentMib: number;
}

const STARTS = 10;
const SETTLE_MS = 3_000;
const SERVICE = 'http://127.0.0.1:1/v4';

/** Builds the bundle and starts it on an empty API server. Rejects when it does not start. */
export async function measureStart(): Promise<StartFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'cloudinfra-bench-'));
  const cluster = await startEmptyCluster(directory);
  try {
    await build(fileURLToPath(new URL('../..', import.meta.url)), join(directory, 'bundle'));
    const program = [join(directory, 'bundle', ENTRY), 'run', '--listen', '127.0.0.1:0'];
    const env = {
      CLOUD_API_URL: SERVICE,
      CLOUD_API_TOKEN: 'none',
      CLOUD_API_TOKEN_NAMESPACES: '*',
      KUBECONFIG: cluster.kubeconfig,
    };
    return {
      emptyProgramMs: await best(() => firstLineMs(['--eval', 'console.log("{}")'], {})),
      firstLineMs: await best(() => firstLineMs(program, env)),
      residentMib: await residentMib(program, env),
    };
  } finally {
    cluster.close();
    await rm(directory, { recursive: true });
  }
}

type Environment = Readonly<Record<string, string>>;

async function best(measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < STARTS; i++) least = Math.min(least, await measure());
  return least;
}

async function firstLineMs(args: readonly string[], env: Environment): Promise<number> {
  const startedMs = performance.now();
  const { child } = await started(args, env);
  const tookMs = performance.now() - startedMs;
  await end(child);
  return tookMs;
}

/** Returns the memory in the process's own metrics. */
async function residentMib(args: readonly string[], env: Environment): Promise<number> {
  const { child, line } = await started(args, env);
  const { url } = JSON.parse(line) as { readonly url: string };
  await pause(SETTLE_MS);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  await end(child);
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]) / 2 ** 20;
}

interface Started {
  readonly child: ChildProcess;
  readonly line: string;
}

/** Resolves with the first line of a process. Rejects with its errors when it exits before. */
async function started(args: readonly string[], env: Environment): Promise<Started> {
  const child = spawn(process.execPath, args, { env });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text));
  const ended = once(child, 'close').then(() =>
    Promise.reject(new Error(`it ended: ${complaint}`)),
  );
  const [text] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended]);
  ended.catch(() => undefined);
  return { child, line: String(text).split('\n')[0] ?? '' };
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
