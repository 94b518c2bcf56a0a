import { type ChildProcess, spawn } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { startReaper } from './reaper.ts';

async function folderWithFile(): Promise<string> {
  const folder = join(await temporaryFolder(), "it's guarded");
  await mkdir(folder);
  await writeFile(join(folder, 'key.pem'), 'secret');
  return folder;
}

const sleeper = (): ChildProcess => spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

test('release kills every guarded child, removes the folder, and may be called again', async () => {
  const folder = await folderWithFile();
  const reaper = startReaper(folder);
  const children = [sleeper(), sleeper()];
  for (const child of children) reaper.guard(child);
  await Promise.all([reaper.release(), reaper.release()]);
  expect(children.map((child) => child.signalCode)).toEqual(['SIGKILL', 'SIGKILL']);
  expect(await isThere(folder)).toBe(false);
});

test('a child that ended by itself is forgotten', async () => {
  const folder = await folderWithFile();
  const reaper = startReaper(folder);
  const child = spawn('true', { detached: true });
  reaper.guard(child);
  await new Promise((resolve) => child.once('exit', resolve));
  await reaper.release();
  expect([child.exitCode, await isThere(folder)]).toEqual([0, false]);
});

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'a process that ends by %s takes its children and its folder along',
  async (signal) => {
    const folder = await folderWithFile();
    const program = `
    import { spawn } from 'node:child_process';
    const { startReaper } = await import(${JSON.stringify(new URL('reaper.ts', import.meta.url).href)});
    const reaper = startReaper(${JSON.stringify(folder)});
    reaper.guard(spawn('sleep', ['60'], { detached: true, stdio: 'inherit' }));
    process.stdout.write('guarded');`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pipeClosed = new Promise((resolve) => parent.stdout.once('close', resolve));
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    parent.kill(signal);
    // The child shares the pipe, which closes only after both have exited.
    await pipeClosed;
    await vi.waitFor(async () => expect(await isThere(folder)).toBe(false), {
      timeout: 5_000,
      interval: 20,
    });
  },
);
