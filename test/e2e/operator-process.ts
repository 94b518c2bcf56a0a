import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Component, createComponent } from '../../local/controlplane/component.ts';
import { freePort } from '../../local/controlplane/ports.ts';
import { plane } from './plane.ts';
import { MAIN, type Site } from './service.ts';

export interface OperatorOptions {
  /** Distinguishes the files of several operators. */
  readonly name?: string;
  readonly kubeconfig: string;
  readonly apiUrl: string;
  /** Its own token; null: only Secrets supply credentials. */
  readonly token: string | null;
  readonly flags?: readonly string[];
}

/** The operator in a process of its own, which can be killed and restarted. */
export interface OperatorProcess {
  readonly component: Component;
  /** Address of its probes and metrics. */
  readonly url: string;
  /** Returns its output over all its starts. */
  readonly log: () => Promise<string>;
  readonly metrics: () => Promise<string>;
  /** Sums a metric over all matching labels. */
  readonly metric: (name: string, labels?: string) => Promise<number>;
}

/** Prepares an operator without starting it. It is ready once its watches are listed, leading or
 *  not. */
export async function prepareOperator(
  { directory, reaper, program = [MAIN] }: Site,
  options: OperatorOptions,
): Promise<OperatorProcess> {
  const { name = 'operator', kubeconfig, apiUrl, token, flags = [] } = options;
  const address = `127.0.0.1:${await freePort()}`;
  const logFile = join(directory, `${name}.log`);
  const credential = token === null ? ['--secrets-only'] : [];
  const component = createComponent(
    {
      name: `the ${name}`,
      command: process.execPath,
      flags: [
        ...program,
        'run',
        '--kubeconfig',
        kubeconfig,
        '--api-url',
        apiUrl,
        '--listen',
        address,
        ...credential,
        ...flags,
      ],
      variables: {
        NODE_COMPILE_CACHE: plane.compiled,
        ...(token === null ? {} : { CLOUD_API_TOKEN: token, CLOUD_API_TOKEN_NAMESPACES: '*' }),
      },
      logFile,
      isReady: async () => (await fetch(`http://${address}/readyz`)).ok,
    },
    reaper,
  );
  const metrics = async (): Promise<string> => (await fetch(`http://${address}/metrics`)).text();
  return {
    component,
    url: `http://${address}`,
    log: () => readFile(logFile, 'utf8'),
    metrics,
    metric: async (metric, labels = '') => sumOf(await metrics(), metric, labels),
  };
}

const sumOf = (text: string, metric: string, labels: string): number =>
  text
    .split('\n')
    .filter(
      (line) =>
        (line.startsWith(`${metric}{`) || line.startsWith(`${metric} `)) && line.includes(labels),
    )
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
