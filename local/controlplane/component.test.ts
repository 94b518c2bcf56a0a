import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReaper } from '../process/reaper.ts';
import { temporaryFolder, writePrograms } from '../testing/folder.ts';
import { type Component, createComponent } from './component.ts';

/** Builds a component that runs a shell script and is ready once its log says so. */
async function component(
  script: string,
  variables?: Readonly<Record<string, string>>,
): Promise<Component> {
  const folder = await temporaryFolder();
  await writePrograms(folder, { server: script });
  const logFile = join(folder, 'server.log');
  await writeFile(logFile, '');
  const isReady = async () => (await readFile(logFile, 'utf8')).includes('serving');
  const spec = {
    name: 'the server',
    command: join(folder, 'server'),
    flags: ['--port=1'],
    logFile,
    isReady,
  };
  const reaper = startReaper(folder);
  const made = createComponent(variables === undefined ? spec : { ...spec, variables }, reaper);
  return made;
}

test('a component that ends says how, with the end of its log', async () => {
  const server = await component('echo serving $1; sleep 0.1; echo out of memory; exit 3');
  await server.start();
  expect(await server.ended()).toBe(
    'the server ended (exit code 3); the end of its log:\nserving --port=1\nout of memory\n',
  );
  expect(await server.ended()).toContain('the server is not running');
});

test('a component that is killed has ended too', async () => {
  const server = await component('echo serving; exec sleep 60');
  await server.start();
  const ended = server.ended();
  await server.kill('SIGTERM');
  expect(await ended).toBe('the server ended (SIGTERM); the end of its log:\nserving\n');
});

test('a component that ends before it serves does not start', async () => {
  const server = await component('echo no such flag; exit 2');
  await expect(server.start()).rejects.toThrow(
    'the server ended before it was ready (exit code 2); the end of its log:\nno such flag\n',
  );
});

test.each([
  [undefined, '[]\n'],
  [{ TOKEN: 'x' }, '[x]\n'],
])('a component has the environment %j and nothing of ours', async (variables, log) => {
  const server = await component(
    'echo "[$TOKEN$HOME]"; echo serving >&2; exec sleep 60',
    variables,
  );
  await server.start();
  expect(await server.logEnd()).toBe(`${log}serving\n`);
  await server.kill();
});

test('a long log is shown from the start of a line', async () => {
  const server = await component(
    'i=0; while [ $i -lt 400 ]; do echo "line $i"; i=$((i + 1)); done; echo serving; exec sleep 60',
  );
  await server.start();
  const lines = (await server.logEnd()).split('\n');
  expect(lines[0]).toMatch(/^line \d+$/);
  expect(lines.slice(-3)).toEqual(['line 399', 'serving', '']);
  expect(lines.length).toBeLessThan(400);
  await server.kill();
});
