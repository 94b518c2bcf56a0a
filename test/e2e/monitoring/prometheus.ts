import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { goTool } from '../../../local/binaries/tools.ts';
import { type Component, createComponent } from '../../../local/controlplane/component.ts';
import { freePort } from '../../../local/controlplane/ports.ts';
import type { Reaper } from '../../../local/process/reaper.ts';

export const RULES = fileURLToPath(
  new URL('../../../deploy/monitoring/rules.yaml', import.meta.url),
);

/** One series of an answer, with its current value. */
export interface Point {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A Prometheus that scrapes addresses every second, with the rules of deploy/monitoring. */
export interface Prometheus {
  readonly component: Component;
  /** Evaluates an expression. @throws with Prometheus' own message for an invalid one */
  readonly ask: (expr: string) => Promise<readonly Point[]>;
  /** Requests its API; returns `data` of the answer. */
  readonly api: (path: string) => Promise<unknown>;
}

const Answer = z.object({ status: z.string(), error: z.string().optional(), data: z.unknown() });
const Vector = z.object({
  result: z.array(
    z.object({
      metric: z.record(z.string(), z.string()),
      value: z.tuple([z.number(), z.string()]),
    }),
  ),
});

/** @param targets host and port of each replica */
export async function startPrometheus(
  directory: string,
  reaper: Reaper,
  targets: readonly string[],
): Promise<Prometheus> {
  const address = `127.0.0.1:${await freePort()}`;
  const config = join(directory, 'prometheus.json');
  await writeFile(config, JSON.stringify(configFor(targets)));
  const component = createComponent(
    {
      name: 'Prometheus',
      command: await goTool('prometheus'),
      flags: [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(directory, 'tsdb')}`,
        `--web.listen-address=${address}`,
        '--log.level=warn',
      ],
      logFile: join(directory, 'prometheus.log'),
      isReady: async () => (await fetch(`http://${address}/-/ready`)).ok,
    },
    reaper,
  );
  await component.start();
  const api = async (path: string): Promise<unknown> => {
    const { status, error, data } = Answer.parse(
      await (await fetch(`http://${address}/api/v1/${path}`)).json(),
    );
    if (status !== 'success') throw new Error(error);
    return data;
  };
  const ask = async (expr: string): Promise<readonly Point[]> =>
    Vector.parse(await api(`query?query=${encodeURIComponent(expr)}`)).result.map(
      ({ metric, value }) => ({
        labels: metric,
        value: Number(value[1]),
      }),
    );
  return { component, ask, api };
}

const configFor = (targets: readonly string[]): object => ({
  global: { scrape_interval: '1s', evaluation_interval: '1s' },
  rule_files: [RULES],
  scrape_configs: [{ job_name: 'cloudinfra-operator', static_configs: [{ targets }] }],
});
