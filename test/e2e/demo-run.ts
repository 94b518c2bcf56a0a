import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type CommandRun, startCommand } from './command.ts';

/** The demo as npm starts it. */
export const MAIN = fileURLToPath(new URL('../../local/demo/main.ts', import.meta.url));

export const startDemo = (...args: readonly string[]): Promise<CommandRun> =>
  startCommand(process.execPath, [MAIN, ...args]);

/** Waits until the control plane, the service and the operator run, and returns their processes. */
export async function running(demo: CommandRun) {
  await demo.shows(/^operator /m);
  const processes = await demo.processes();
  const find = (words: RegExp) => processes.find(({ command }) => words.test(command))?.pid ?? 0;
  const pids = {
    etcd: find(/etcd --/),
    apiServer: find(/kube-apiserver --/),
    service: find(/main\.ts simulate/),
    operator: find(/main\.ts run/),
  };
  expect(Object.values(pids)).not.toContain(0);
  expect(new Set(Object.values(pids)).size).toBe(4);
  return pids;
}
