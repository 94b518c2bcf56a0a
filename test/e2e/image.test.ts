import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { ENTRY } from '../../release/bundle.ts';
import { buildInFolders } from '../deploy/image/build.ts';
import { said, stagesOf } from '../deploy/image/dockerfile.ts';
import { sentFiles } from '../deploy/image/sent.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const stages = stagesOf(textOf('Dockerfile'));
const image = stages.at(-1) ?? { base: '', name: null, instructions: [] };
const shell = (command: string, ...args: readonly string[]) => promisify(execFile)(command, args);

let folder: string;
let app: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudinfra-image-'));
  app = await buildInFolders(stages, {
    root,
    sent: sentFiles(root, textOf('.dockerignore')),
    folder,
  });
  await shell('chmod', '-R', 'a-w', app);
});
afterAll(async () => {
  await shell('chmod', '-R', 'u+w', folder);
  await rm(folder, { recursive: true });
});

const files = (): readonly string[] =>
  readdirSync(app, { recursive: true, encoding: 'utf8' }).toSorted();

/** Starts the image's entry point in an empty environment. @param args instead of its CMD */
function start(args: readonly string[]): ChildProcess {
  const [, ...flags] = JSON.parse(said(image, 'ENTRYPOINT')[0] ?? '') as readonly string[];
  const child = spawn(process.execPath, [...flags, ...args], { cwd: app, env: {} });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function run(
  ...args: readonly string[]
): Promise<{ readonly code: unknown; readonly said: string }> {
  const child = start(args);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'close');
  return { code, said: text };
}

test('the steps of the Dockerfile leave the bundle, its licences, and no package', () => {
  expect(files()).toEqual(expect.arrayContaining([ENTRY, `${ENTRY}.map`, 'LICENSES.txt']));
  expect(
    files().filter((name) => !/^(parts|LICENSES\.txt|(parts\/)?[\w-]+\.mjs(\.map)?)$/.test(name)),
  ).toEqual([]);
});

test('it runs alone, as far as it can without settings, and writes no file', async () => {
  const before = files();
  expect(await run('version')).toEqual({ code: 0, said: `${packageFile.version}\n` });
  const { code, said: told } = await run('run');
  expect(code).toBe(2);
  expect(told).toMatch(
    /^CLOUD_API_URL is not set[^\n]*\nCLOUD_API_TOKEN is not set[^\n]*\n--token-namespace is not set[^\n]*\n$/,
  );
  expect(files()).toEqual(before);
});

test('its simulator serves, and ends when it is asked to', async () => {
  const child = start(['simulate', '--port', '0', '--quiet']);
  const [greeting] = await once(child.stdout?.setEncoding('utf8') ?? child, 'data');
  const { url } = JSON.parse(String(greeting)) as { readonly url: string };
  expect((await fetch(`${url}/regions`)).status).toBeLessThan(500);
  child.kill('SIGTERM');
  expect((await once(child, 'close'))[0]).toBe(0);
});
