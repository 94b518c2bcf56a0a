import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The longest block of the operator's event loop, by its own metric. */
export interface BlockFigures {
  readonly what: string;
  readonly longestBlockMs: number;
  /** Time from the start of the operator, or from the creation of the objects, until every object
   *  is Ready. */
  readonly readyAfterS: number;
  readonly residentMib: number;
}

const LOOK_MS = 1_000;
const AT_REST_MS = 60_000;
const WITHIN_MS = 10 * 60_000;
/** Node sets the heap to half of the container's memory: 512 MiB in the manifests. Outside a
 *  container it collects garbage later, and uses more. */
const AS_IN_THE_MANIFESTS = ['--max-old-space-size=256'];

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Returns the value of a metric in the text of `/metrics`; the sum over its series. */
const valueOf = (text: string, metric: string, labels = ''): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith(metric) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

/** A running operator, and the address of its metrics. */
export interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Starts an operator. @param isFirst gives it priority over all other work (`chrt`) */
export async function startOperator(isFirst: boolean, env: NodeJS.ProcessEnv): Promise<Running> {
  const run = ['run', '--listen', '127.0.0.1:0', '--leader-elect'];
  const command = [process.execPath, ...AS_IN_THE_MANIFESTS, MAIN, ...run];
  const [program = '', ...args] = isFirst ? ['chrt', '-r', '1', ...command] : command;
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const piece of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    text += piece;
    const url = /"url":"(http:\/\/127[^"]+)"/.exec(text)?.[1];
    if (url !== undefined) {
      child.stdout.resume();
      return { child, url };
    }
  }
  throw new Error(`the operator ended: ${text}`);
}

/** Polls the metrics until all objects are Ready and some idle time has passed. */
export async function watch(
  what: string,
  { url }: Running,
  kind: string,
  count: number,
): Promise<BlockFigures> {
  const began = performance.now();
  let [longest, ready, resident] = [0, 0, 0];
  while (ready === 0 || performance.now() < ready + AT_REST_MS) {
    await pause(LOOK_MS);
    const text = await (await fetch(`${url}/metrics`)).text();
    const lag = 1_000 * valueOf(text, 'nodejs_eventloop_lag_max_seconds ');
    longest = Math.max(longest, lag);
    resident = Math.max(resident, valueOf(text, 'process_resident_memory_bytes ') / 2 ** 20);
    const there = valueOf(
      text,
      'cloudinfra_objects{',
      `kind="${kind}",condition="Ready",status="True"`,
    );
    if (ready === 0 && there >= count) ready = performance.now();
    if (performance.now() > began + WITHIN_MS)
      throw new Error(`${what}: ${there} of ${count} are Ready`);
  }
  return {
    what,
    longestBlockMs: longest,
    readyAfterS: (ready - began) / 1_000,
    residentMib: resident,
  };
}

/** Kills a process, and waits for its end. */
export async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
