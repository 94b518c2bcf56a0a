import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Component, createComponent } from '../../local/controlplane/component.ts';
import { freePort } from '../../local/controlplane/ports.ts';
import type { Reaper } from '../../local/process/reaper.ts';
import { plane } from './plane.ts';

/** The folder, reaper and program of an installation's processes. */
export interface Site {
  readonly directory: string;
  readonly reaper: Reaper;
  /** Arguments of Node up to the command; default: the sources. */
  readonly program?: readonly string[] | undefined;
}

/** The program, as users start it. */
export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

const Tokens = z.object({
  admin: z.string(),
  readonly: z.string(),
  restricted: z.string(),
  operator: z.string(),
  other: z.string(),
});
const Greeting = z.object({ url: z.string(), tokens: Tokens });
const Rows = z.object({ pages: z.number(), data: z.array(z.unknown()) });
const Counts = z.object({ total: z.number(), calls: z.record(z.string(), z.number()) });

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The simulated service in a process of its own, with requests from outside the operator. */
export interface Service {
  readonly component: Component;
  /** Base address, with the version. */
  readonly url: string;
  readonly tokens: z.infer<typeof Greeting>['tokens'];
  /** Sends an outside request; with the account's full token by default. */
  readonly call: (method: string, path: string, body?: object, token?: string) => Promise<Answer>;
  /** Returns every row of a collection. Throws when it cannot be listed. */
  readonly rows: <T>(path: string) => Promise<readonly T[]>;
  /** Returns the requests since the last reset, by method and path template, including those of
   *  this test. */
  readonly calls: () => Promise<Readonly<Record<string, number>>>;
  readonly resetCalls: () => Promise<void>;
  readonly fault: (spec: object) => Promise<void>;
  readonly clearFaults: () => Promise<void>;
  /** Returns the whole state of the service. */
  readonly world: () => Promise<Readonly<Record<string, unknown>>>;
}

/** Starts the simulated service. Rejects with the end of its log on a failure.
 *  @param flags on top of the port */
export async function startService(
  { directory, reaper, program = [MAIN] }: Site,
  flags: readonly string[],
): Promise<Service> {
  const logFile = join(directory, 'service.log');
  const component = createComponent(
    {
      name: 'the simulated service',
      command: process.execPath,
      flags: [...program, 'simulate', '--port', String(await freePort()), ...flags],
      variables: { NODE_COMPILE_CACHE: plane.compiled },
      logFile,
      isReady: async () => /^\{.*"tokens"/m.test(await readFile(logFile, 'utf8')),
    },
    reaper,
  );
  await component.start();
  const { url, tokens } = Greeting.parse(
    JSON.parse(/^\{.*"tokens".*\}$/m.exec(await readFile(logFile, 'utf8'))?.[0] ?? 'null'),
  );
  const observe = (method: string, path: string, body?: object) =>
    send(method, new URL(`/__sim/${path}`, url).href, body);
  const call: Service['call'] = (method, path, body, token = tokens.admin) =>
    send(method, `${url}${path}`, body, token);
  return {
    component,
    url,
    tokens,
    call,
    rows: <T>(path: string) => everyRow(call, path) as Promise<readonly T[]>,
    calls: async () => Counts.parse((await observe('GET', 'calls')).body).calls,
    resetCalls: async () => void (await observe('POST', 'reset-calls')),
    fault: async (spec) => {
      const { status, body } = await observe('POST', 'faults', spec);
      if (status !== 200) throw new Error(`no such fault: ${JSON.stringify(body)}`);
    },
    clearFaults: async () => void (await observe('DELETE', 'faults')),
    world: async () =>
      z.record(z.string(), z.unknown()).parse((await observe('GET', 'world')).body),
  };
}

async function send(method: string, url: string, body?: object, token?: string): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

async function everyRow(call: Service['call'], path: string): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { status, body } = await call('GET', `${path}?page_size=500&page=${page}`);
    if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${JSON.stringify(body)}`);
    const listed = Rows.parse(body);
    rows.push(...listed.data);
    pages = listed.pages;
  }
  return rows;
}
