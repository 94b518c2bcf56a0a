import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writePrograms } from '../testing/folder.ts';
import { type Found, findOnPath, folderSource, resolveBinaries, type Source } from './binaries.ts';

const WANTED = ['etcd', 'kube-apiserver'];
const SHORTAGE = { title: 'There is no control plane', advice: ['What to do:', '  - install Go'] };

/** Builds sources with given answers; records the order of their calls. */
function sources(answers: Readonly<Record<string, Found>>) {
  const asked: string[] = [];
  const list = Object.entries(answers).map(([name, found]): Source<string> => {
    return {
      name,
      find: async () => {
        asked.push(name);
        return found;
      },
    };
  });
  return { asked, list };
}

describe('resolveBinaries', () => {
  test('takes the first source that has all, and asks none after it', async () => {
    const { asked, list } = sources({
      first: { why: 'nothing here' },
      second: { directory: '/b' },
      third: { directory: '/c' },
    });
    expect(await resolveBinaries(WANTED, list, SHORTAGE)).toEqual({
      ok: true,
      directory: '/b',
      source: 'second',
    });
    expect(asked).toEqual(['first', 'second']);
  });

  test('says of every source why it had none, and what to do', async () => {
    const { list } = sources({
      KUBEBUILDER_ASSETS: { why: 'not set' },
      Go: { why: 'there is no `go` on the PATH' },
    });
    const resolved = await resolveBinaries(WANTED, list, SHORTAGE);
    expect(resolved).toEqual({
      ok: false,
      problem: [
        'There is no control plane (etcd, kube-apiserver):',
        '  - KUBEBUILDER_ASSETS: not set',
        '  - Go: there is no `go` on the PATH',
        'What to do:',
        '  - install Go',
      ].join('\n'),
    });
  });
});

describe('folderSource', () => {
  test('has what is there as executable files', async () => {
    const folder = await temporaryFolder();
    await writePrograms(folder, { etcd: '', 'kube-apiserver': '' });
    expect(await folderSource('cache', folder).find(WANTED)).toEqual({ directory: folder });
  });

  test('names what is missing or cannot be run', async () => {
    const folder = await temporaryFolder();
    await writePrograms(folder, { etcd: '' });
    await writeFile(join(folder, 'kubectl'), 'not executable');
    const found = await folderSource('cache', folder).find(['etcd', 'kube-apiserver', 'kubectl']);
    expect(found).toEqual({ why: `${folder} has no kube-apiserver, no kubectl` });
  });

  test('has nothing when no folder is set or the folder is not there', async () => {
    expect(await folderSource('assets', null).find(WANTED)).toEqual({ why: 'not set' });
    expect(await folderSource('assets', '/does/not/exist').find(['etcd'])).toEqual({
      why: '/does/not/exist has no etcd',
    });
  });
});

test('findOnPath gives the first of the search path, or null', async () => {
  const [first, second] = [await temporaryFolder(), await temporaryFolder()];
  await writePrograms(second, { go: '' });
  expect(await findOnPath('go', [first, second])).toBe(join(second, 'go'));
  expect(await findOnPath('go', [first])).toBeNull();
});
