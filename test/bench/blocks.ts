import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeKubeconfig } from '../../local/controlplane/kubeconfig.ts';
import { ADMIN, createPki } from '../../local/controlplane/pki.ts';
import type { Population } from './population.ts';

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
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Starts a process of the bench; returns it with its first message. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who starts it knows what it says
async function helper<T>(
  file: string,
  args: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly said: T }> {
  const child = fork(here(file), args, { execArgv: ['--max-old-space-size=6144'] });
  const [said] = (await once(child, 'message')) as [T];
  return { child, said };
}

async function tell(child: ChildProcess, population: Population): Promise<void> {
  child.send(population);
  await once(child, 'message');
}

/** Returns the value of a metric in the text of `/metrics`; the sum over its series. */
const valueOf = (text: string, metric: string, labels = ''): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith(metric) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

async function startOperator(isFirst: boolean, env: NodeJS.ProcessEnv): Promise<Running> {
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
async function watch(
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

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** A population, and whether it exists before the operator. */
interface Scene {
  readonly what: string;
  readonly population: Population;
  /** True: objects and items exist before the operator; false: the objects are created at once
   *  while it runs. */
  readonly isThere: boolean;
}

/** The scenes of the bench. */
export const SCENES: readonly Scene[] = [
  {
    what: '10,000 Volumes',
    population: { kind: 'Volume', plural: 'volumes', from: 0, to: 10_000 },
    isThere: true,
  },
  {
    what: '500 largest Firewalls',
    population: { kind: 'Firewall', plural: 'firewalls', from: 0, to: 500 },
    isThere: true,
  },
  {
    what: '500 largest Firewalls that come at once',
    population: { kind: 'Firewall', plural: 'firewalls', from: 0, to: 500 },
    isThere: false,
  },
];

/** Runs one scene, with the API server and the service in processes of their own. An existing
 *  population is read by a first process and, idle, by a second one.
 *  @param isFirst gives the operator priority over all other work of the machine (`chrt`), which
 *  requires a permission */
export async function measureBlocks(
  { what, population, isThere }: Scene,
  isFirst: boolean,
): Promise<readonly BlockFigures[]> {
  const directory = await mkdtemp(join(tmpdir(), 'cloudinfra-bench-'));
  const { caPem, admin, files } = await createPki(join(directory, 'pki'));
  const cluster = await helper<{ readonly url: string }>('full-cluster-main.ts', [
    files.servingCert,
    files.servingKey,
  ]);
  const service = await helper<{ readonly url: string; readonly token: string }>(
    'service-main.ts',
    [],
  );
  const [KUBECONFIG, count] = [join(directory, 'kubeconfig'), population.to - population.from];
  await writeKubeconfig(KUBECONFIG, ADMIN, { server: cluster.said.url, caPem, identity: admin });
  const env = {
    CLOUD_API_URL: service.said.url,
    CLOUD_API_TOKEN: service.said.token,
    CLOUD_API_TOKEN_NAMESPACES: '*',
    KUBECONFIG,
  };
  const children = [cluster.child, service.child];
  const endAll = (): void => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', endAll);
  const begin = async (): Promise<Running> => {
    const running = await startOperator(isFirst, env);
    children.push(running.child);
    return running;
  };
  try {
    if (isThere)
      await Promise.all([tell(cluster.child, population), tell(service.child, population)]);
    const first = await begin();
    if (!isThere) await tell(cluster.child, population);
    const figures = await watch(what, first, population.kind, count);
    if (!isThere) return [figures];
    await end(first.child);
    return [
      figures,
      await watch(`${what}, after a restart`, await begin(), population.kind, count),
    ];
  } finally {
    endAll();
    process.off('exit', endAll);
  }
}
