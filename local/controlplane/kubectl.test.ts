import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { isAlive } from '../process/lock.ts';
import { startReaper } from '../process/reaper.ts';
import { temporaryFolder, writePrograms } from '../testing/folder.ts';
import { runKubectl } from './kubectl.ts';

async function site(script: string) {
  const binaries = await temporaryFolder();
  await writePrograms(binaries, { kubectl: script });
  return { binaries, kubeconfigPath: '/k/config', cache: '/k/cache' };
}

test('kubectl gets the cluster and a cache folder', async () => {
  const output = await runKubectl(await site('for word in "$@"; do echo "$word"; done'), [
    'get',
    'cloud with space',
  ]);
  expect(output.split('\n')).toEqual([
    '--kubeconfig=/k/config',
    '--cache-dir=/k/cache',
    'get',
    'cloud with space',
    '',
  ]);
});

test('what kubectl says is passed on when it fails', async () => {
  const refusing = await site('echo applied; echo "the size is too small" >&2; exit 1');
  await expect(runKubectl(refusing, ['apply', '-f', 'x'])).rejects.toThrow(
    'kubectl apply failed:\nthe size is too small\n',
  );
});

test('a missing kubectl is reported', async () => {
  const binaries = join(await temporaryFolder(), 'nothing');
  await expect(runKubectl({ binaries, kubeconfigPath: 'k', cache: 'c' }, ['get'])).rejects.toThrow(
    'ENOENT',
  );
});

test('a kubectl that is at work ends with its reaper, as when this process is killed', async () => {
  const waiting = await site('echo $$ >"${0%/*}/pid"; exec sleep 60');
  const pidFile = join(waiting.binaries, 'pid');
  const reaper = startReaper(join(waiting.binaries, 'guarded'));
  const outcome = runKubectl({ ...waiting, reaper }, ['apply']).catch((error: unknown) => error);
  const pid = await vi.waitFor(async () => {
    const written = Number(await readFile(pidFile, 'utf8'));
    expect(written).toBeGreaterThan(0);
    return written;
  }, 30_000);
  expect(isAlive(pid)).toBe(true);
  await reaper.release();
  expect(String(await outcome)).toContain('kubectl apply failed');
  expect(isAlive(pid)).toBe(false);
});
