import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { controlPlaneModule } from '../controlplane/module.ts';
import type { LocalEnvironment } from '../process/environment.ts';
import { temporaryFolder, writePrograms } from '../testing/folder.ts';
import { goToolchain } from './toolchain.ts';

/** Replaces `go build`: parses its -o, then runs the test's script with `$out`. */
const go = (then: string): string =>
  `while [ "$#" -gt 1 ]; do [ "$1" = -o ] && out=$2; args="$args $1"; shift; done\n${then}`;

async function environmentWith(script: string): Promise<LocalEnvironment> {
  const folder = await temporaryFolder();
  await writePrograms(folder, { go: script });
  const path = [folder, '/usr/bin', '/bin'];
  return {
    assets: null,
    cache: folder,
    path,
    platform: 'linux-amd64',
    variables: { PATH: path.join(':'), GOOS: 'plan9', GOFLAGS: '-mod=vendor' },
  };
}

const goModule = {
  directory: '/',
  packages: { etcd: 'x/etcd', kubectl: 'x/kubectl' },
  tags: ['small', 'plain'],
  stamp: ['-X x.version=v1', '-X x.major=1'],
};

describe('goToolchain', () => {
  test("builds the package with the module's stamp and its own settings, and counts packages", async () => {
    const directory = await temporaryFolder();
    const script = go(
      'echo "go: downloading x v1" >&2; echo a/b >&2; echo c >&2; echo "$args $1 | $GOFLAGS $GOOS $CGO_ENABLED" > "$out"',
    );
    const counts: number[] = [];
    const built = await goToolchain(await environmentWith(script), goModule).build(
      'kubectl',
      directory,
      (count) => counts.push(count),
    );
    expect(built).toEqual({ ok: true });
    expect(await readdir(directory)).toEqual(['kubectl']);
    const [args, settings] = (await readFile(join(directory, 'kubectl'), 'utf8'))
      .trim()
      .split(' | ');
    expect(args).toMatch(
      /^build -v -tags small,plain -ldflags -s -w -X x\.version=v1 -X x\.major=1 -o \S+\/kubectl x\/kubectl$/,
    );
    expect(settings).toBe('-mod=readonly -trimpath -buildvcs=false  0');
    expect(counts).toEqual([1, 2]);
  });

  test('a failed build reports the output of Go and leaves no files', async () => {
    const directory = await temporaryFolder();
    const environment = await environmentWith(
      go(
        'echo half > "$out"; echo "go: go.mod requires go >= 1.26.0 (running go 1.22)" >&2; exit 1',
      ),
    );
    const built = await goToolchain(environment, goModule).build('etcd', directory, () => {});
    expect(built).toEqual({
      ok: false,
      why: 'go build ended with exit code 1\n      go: go.mod requires go >= 1.26.0 (running go 1.22)',
    });
    expect(await readdir(directory)).toEqual([]);
  });

  test('a builder that is killed leaves neither a process nor a half-written binary', async () => {
    const directory = await temporaryFolder();
    const environment = await environmentWith(go('echo half > "$out"; echo "$$" >&2; sleep 60'));
    const program = `
      const { goToolchain } = await import(${JSON.stringify(new URL('toolchain.ts', import.meta.url).href)});
      await goToolchain(${JSON.stringify(environment)}, ${JSON.stringify(goModule)})
        .build('etcd', ${JSON.stringify(directory)}, () => process.stdout.write('building'));`;
    const builder = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => builder.stdout.once('data', resolve));
    expect(await readdir(directory)).toEqual([expect.stringContaining(`.build-${builder.pid}-`)]);
    builder.kill('SIGKILL');
    await vi.waitFor(async () => expect(await readdir(directory)).toEqual([]), {
      timeout: 5_000,
      interval: 20,
    });
  });

  test('is there when `go` is on the path', async () => {
    const environment = await environmentWith('');
    expect(await goToolchain(environment, goModule).isThere()).toBe(true);
    expect(await goToolchain({ ...environment, path: [] }, goModule).isThere()).toBe(false);
  });
});

test('the version is the one that the committed module pins', async () => {
  const pinned = await controlPlaneModule();
  const [, major, minor] = /^v(1)\.(\d+)\.\d+$/.exec(pinned.version) ?? [];
  const stamp = { gitVersion: pinned.version, gitMajor: major, gitMinor: minor };
  expect(pinned.stamp).toEqual(
    Object.entries(stamp).map(([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`),
  );
  expect(await readFile(join(pinned.directory, 'go.sum'), 'utf8')).toContain(
    `k8s.io/kubernetes ${pinned.version} h1:`,
  );
});
