import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BinaryName } from '../controlplane/module.ts';
import type { LockWorld } from '../process/lock.ts';
import { recordedProgress, temporaryFolder, writePrograms } from '../testing/folder.ts';
import { goSource } from './gosource.ts';
import type { Toolchain } from './toolchain.ts';

const WANTED: readonly BinaryName[] = ['etcd', 'kube-apiserver', 'kubectl'];

/** Builds a toolchain that makes each binary at once, except the failing ones. */
function toolchain(
  failing: readonly BinaryName[] = [],
): Toolchain<BinaryName> & { readonly builds: BinaryName[] } {
  const builds: BinaryName[] = [];
  return {
    builds,
    isThere: async () => true,
    build: async (name, directory, onPackages) => {
      builds.push(name);
      onPackages(42);
      if (failing.includes(name)) return { ok: false, why: 'no space left on device' };
      await writePrograms(directory, { [name]: '' });
      return { ok: true };
    },
  };
}

const lock: LockWorld = {
  pid: 7,
  isAlive: (pid) => pid === 7,
  nowMs: Date.now,
  pauseMs: () => new Promise((resolve) => setImmediate(resolve)),
};

async function cache(): Promise<string> {
  return join(await temporaryFolder(), 'controlplane', 'v1.36.3-linux-amd64');
}

describe('goSource', () => {
  test('builds what is wanted into the cache, showing each', async () => {
    const [directory, builder, progress] = [await cache(), toolchain(), recordedProgress()];
    const found = await goSource({
      what: 'the control plane',
      directory,
      toolchain: builder,
      progress,
      lock,
    }).find(WANTED);
    expect(found).toEqual({ directory });
    expect((await readdir(directory)).sort()).toEqual(WANTED);
    expect(progress.said).toEqual([
      `building the control plane into ${directory}: this takes minutes, once`,
      'building etcd (1 of 3)',
      '42 packages',
      'building kube-apiserver (2 of 3)',
      '42 packages',
      'building kubectl (3 of 3)',
      '42 packages',
    ]);
  });

  test('builds only what the cache lacks', async () => {
    const [directory, builder] = [await cache(), toolchain()];
    await mkdir(directory, { recursive: true });
    await writePrograms(directory, { etcd: '', kubectl: '' });
    await goSource({
      what: 'the control plane',
      directory,
      toolchain: builder,
      progress: recordedProgress(),
      lock,
    }).find(WANTED);
    expect(builder.builds).toEqual(['kube-apiserver']);
  });

  test('two at once build each binary once', async () => {
    const [directory, builder, progress] = [await cache(), toolchain(), recordedProgress()];
    const source = goSource({
      what: 'the control plane',
      directory,
      toolchain: builder,
      progress,
      lock,
    });
    expect(await Promise.all([source.find(WANTED), source.find(WANTED)])).toEqual([
      { directory },
      { directory },
    ]);
    expect(builder.builds.toSorted()).toEqual(WANTED);
    expect(progress.said).toContain('process 7 is building the control plane; waiting for it');
  });

  test('keeps what was built before a failure, and builds only the rest the next time', async () => {
    const directory = await cache();
    const find = (builder: Toolchain<BinaryName>) =>
      goSource({
        what: 'the control plane',
        directory,
        toolchain: builder,
        progress: recordedProgress(),
        lock,
      }).find(WANTED);
    expect(await find(toolchain(['kube-apiserver']))).toEqual({
      why: 'kube-apiserver could not be built: no space left on device',
    });
    const second = toolchain();
    expect(await find(second)).toEqual({ directory });
    expect(second.builds).toEqual(['kube-apiserver', 'kubectl']);
  });

  test('sweeps the workspaces of dead builders and leaves those of living ones', async () => {
    const directory = await cache();
    await mkdir(join(directory, '.build-4000001-abc'), { recursive: true });
    await mkdir(join(directory, '.build-7-def'), { recursive: true });
    await goSource({
      what: 'the control plane',
      directory,
      toolchain: toolchain(),
      progress: recordedProgress(),
      lock,
    }).find([]);
    expect(await readdir(directory)).toEqual(['.build-7-def']);
  });

  test('says so when there is no Go, and touches nothing', async () => {
    const directory = await cache();
    const found = await goSource({
      what: 'the control plane',
      directory,
      toolchain: { ...toolchain(), isThere: async () => false },
      progress: recordedProgress(),
      lock,
    }).find(WANTED);
    expect(found).toEqual({ why: 'there is no `go` on the PATH' });
    await expect(readdir(directory)).rejects.toThrow('ENOENT');
  });
});
