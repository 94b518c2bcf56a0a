import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeKubeconfig } from '../../local/controlplane/kubeconfig.ts';
import { ADMIN, createPki } from '../../local/controlplane/pki.ts';
import { type BlockFigures, end, type Running, startOperator, watch } from './measured-operator.ts';
import type { Population } from './population.ts';

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

/** The API server and the service of a scene, in processes of their own. */
interface Site {
  readonly children: ChildProcess[];
  /** Creates the objects, and the items. */
  readonly objects: ChildProcess;
  readonly items: ChildProcess;
  /** The environment of an operator. */
  readonly env: NodeJS.ProcessEnv;
  readonly end: () => void;
}

async function openSite(): Promise<Site> {
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
  const KUBECONFIG = join(directory, 'kubeconfig');
  await writeKubeconfig(KUBECONFIG, ADMIN, { server: cluster.said.url, caPem, identity: admin });
  const children = [cluster.child, service.child];
  return {
    children,
    objects: cluster.child,
    items: service.child,
    env: {
      CLOUD_API_URL: service.said.url,
      CLOUD_API_TOKEN: service.said.token,
      CLOUD_API_TOKEN_NAMESPACES: '*',
      KUBECONFIG,
    },
    end: () => {
      for (const child of children) child.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Runs one scene. An existing population is read by a first process and, idle, by a second one.
 *  @param isFirst gives the operator priority over all other work of the machine (`chrt`), which
 *  requires a permission */
export async function measureBlocks(
  { what, population, isThere }: Scene,
  isFirst: boolean,
): Promise<readonly BlockFigures[]> {
  const site = await openSite();
  const count = population.to - population.from;
  process.once('exit', site.end);
  const begin = async (): Promise<Running> => {
    const running = await startOperator(isFirst, site.env);
    site.children.push(running.child);
    return running;
  };
  try {
    if (isThere) await Promise.all([tell(site.objects, population), tell(site.items, population)]);
    const first = await begin();
    if (!isThere) await tell(site.objects, population);
    const figures = await watch(what, first, population.kind, count);
    if (!isThere) return [figures];
    await end(first.child);
    return [
      figures,
      await watch(`${what}, after a restart`, await begin(), population.kind, count),
    ];
  } finally {
    site.end();
    process.off('exit', site.end);
  }
}
