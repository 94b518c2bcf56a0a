import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LocalEnvironment } from '../process/environment.ts';
import { recordedProgress, temporaryFolder, writePrograms } from '../testing/folder.ts';
import { downloadSource } from './download.ts';

const PLATFORM = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;

async function environment(assets: string | null = null): Promise<LocalEnvironment> {
  return { assets, cache: await temporaryFolder(), path: [], platform: PLATFORM, variables: {} };
}

/** Serves an index with one build, whose archive contains three programs; counts requests. */
async function publisher(
  digestOf: (archive: Buffer) => string,
): Promise<{ readonly url: string; readonly asked: string[] }> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'envtest'));
  await writePrograms(join(folder, 'envtest'), {
    etcd: 'echo etcd',
    'kube-apiserver': '',
    kubectl: '',
  });
  execFileSync('tar', ['-czf', join(folder, 'build.tar.gz'), '-C', folder, 'envtest']);
  const archive = await readFile(join(folder, 'build.tar.gz'));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const selfLink = `http://${request.headers.host}/build.tar.gz`;
    const builds = {
      'v1.36.2': { [`envtest-v1.36.2-${PLATFORM}.tar.gz`]: { hash: digestOf(archive), selfLink } },
    };
    response.end(request.url === '/build.tar.gz' ? archive : JSON.stringify({ releases: builds }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.yaml`, asked };
}

const sha512 = (archive: Buffer): string => createHash('sha512').update(archive).digest('hex');

describe('downloadSource', () => {
  test('fetches the newest patch of the minor version once, and then needs no network', async () => {
    const { url, asked } = await publisher(sha512);
    const source = downloadSource(await environment(), 'v1.36.3', recordedProgress(), url);
    const found = await source.find(['etcd', 'kube-apiserver', 'kubectl']);
    if (!('directory' in found)) return expect.fail(found.why);
    expect(execFileSync(join(found.directory, 'etcd'), { encoding: 'utf8' })).toBe('etcd\n');
    expect(await source.find(['etcd'])).toEqual(found);
    expect(asked).toEqual(['/index.yaml', '/build.tar.gz']);
  });

  test('refuses an archive that is not the published one', async () => {
    const { url } = await publisher(() => '00');
    const found = await downloadSource(
      await environment(),
      'v1.36.3',
      recordedProgress(),
      url,
    ).find(['etcd']);
    expect(found).toEqual({ why: expect.stringContaining('SHA-512 mismatch') });
  });

  test('says why it could not fetch', async () => {
    const source = downloadSource(
      await environment(),
      'v1.36.3',
      recordedProgress(),
      'http://127.0.0.1:1/index.yaml',
    );
    expect(await source.find(['etcd'])).toEqual({ why: expect.stringMatching(/fetch failed: .+/) });
  });

  test('has no source for unpublished binaries, and searches only a configured folder', async () => {
    const source = async (assets: string | null) =>
      downloadSource(await environment(assets), 'v1.36.3', recordedProgress(), 'unused:');
    expect(await (await source(null)).find(['etcd', 'kube-controller-manager'])).toEqual({
      why: 'no kube-controller-manager is published',
    });
    expect(await (await source('/assets')).find(['etcd'])).toEqual({
      why: 'not tried, because KUBEBUILDER_ASSETS is set',
    });
  });
});
