import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Component, createComponent } from '../controlplane/component.ts';
import { freePort } from '../controlplane/ports.ts';
import type { Reaper } from '../process/reaper.ts';

/** The folder and the reaper of the demo's programs. */
export interface DemoSite {
  readonly directory: string;
  readonly reaper: Reaper;
}

/** The running simulated service. */
export interface Service {
  readonly component: Component;
  /** Base address, with the version. */
  readonly url: string;
  /** Token of the account's owner. */
  readonly token: string;
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

const Greeting = z.object({ url: z.string(), tokens: z.object({ admin: z.string() }) });

/** Starts the simulated service; rejects with the end of its log on a failure.
 *  @param speed factor relative to the real service */
export async function startService(
  { directory, reaper }: DemoSite,
  speed: number,
): Promise<Service> {
  const logFile = join(directory, 'service.log');
  const component = createComponent(
    {
      name: 'the simulated service',
      command: process.execPath,
      flags: [MAIN, 'simulate', '--port', '0', '--speed', String(speed)],
      logFile,
      isReady: async () => (await greetingIn(logFile)) !== null,
    },
    reaper,
  );
  await component.start();
  const greeting = await greetingIn(logFile);
  if (greeting === null)
    throw new Error(`${logFile} has lost the line that says where the service is`);
  return { component, url: greeting.url, token: greeting.tokens.admin };
}

/** Reads the line of JSON that the service prints when it is ready; null before that. */
async function greetingIn(logFile: string): Promise<z.infer<typeof Greeting> | null> {
  const line = /^\{.*"tokens".*\}$/m.exec(await readFile(logFile, 'utf8'))?.[0];
  return line === undefined ? null : Greeting.parse(JSON.parse(line));
}

/** The running operator. */
export interface OperatorProgram {
  readonly component: Component;
  /** Address of its probes and metrics. */
  readonly url: string;
}

/** Starts the operator on a cluster and a service; rejects with the end of its log on a failure.
 *  Passes the token in the environment, because every user of the machine can read the arguments of
 *  a process. */
export async function startOperator(
  { directory, reaper }: DemoSite,
  kubeconfigPath: string,
  service: Service,
): Promise<OperatorProgram> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const component = createComponent(
    {
      name: 'the operator',
      command: process.execPath,
      flags: [
        MAIN,
        'run',
        '--kubeconfig',
        kubeconfigPath,
        '--api-url',
        service.url,
        '--listen',
        address,
        '--log-format',
        'pretty',
      ],
      variables: { CLOUD_API_TOKEN: service.token, CLOUD_API_TOKEN_NAMESPACES: '*' },
      logFile: join(directory, 'operator.log'),
      isReady: async () => (await fetch(`${url}/readyz`)).ok,
    },
    reaper,
  );
  await component.start();
  return { component, url };
}

const Calls = z.object({ total: z.number() });

/** Returns the number of requests to the service so far. Rejects without an answer. */
export async function requestsTo({ url }: Service): Promise<number> {
  const answer = await fetch(new URL('/__sim/calls', url));
  return Calls.parse(await answer.json()).total;
}
