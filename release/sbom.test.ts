import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import packageFile from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));

const Bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({
    component: z.object({
      type: z.literal('application'),
      name: z.literal(packageFile.name),
      version: z.string(),
      purl: z.string(),
    }),
  }),
  components: z.array(
    z.object({
      type: z.enum(['library', 'container']),
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).min(1),
    }),
  ),
});

/** Returns the runtime packages of the lock file. */
function runtimePackages(): readonly string[] {
  const entries: readonly (readonly [
    string,
    {
      readonly version?: string;
      readonly dev?: boolean;
      readonly optional?: boolean;
      readonly devOptional?: boolean;
    },
  ])[] = Object.entries(lock.packages);
  return entries
    .filter(
      ([path, entry]) =>
        path !== '' && entry.dev !== true && entry.optional !== true && entry.devOptional !== true,
    )
    .map(([path, { version = '' }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`);
}

test('the bill of materials names the image that ours builds on, by the digest that the Dockerfile has', async () => {
  const [stdout, dockerfile] = await Promise.all([
    promisify(execFile)('npm', ['run', '--silent', 'sbom'], { cwd: root, maxBuffer: 2 ** 26 }).then(
      (ended) => ended.stdout,
    ),
    readFile(new URL('../Dockerfile', import.meta.url), 'utf8'),
  ]);
  const images = Bill.parse(JSON.parse(stdout)).components.filter(
    ({ type }) => type === 'container',
  );
  expect(
    images.map(
      ({ name, version, hashes }) => `FROM ${name}:${version}@sha256:${hashes[0]?.content}`,
    ),
  ).toEqual([
    dockerfile
      .trimEnd()
      .split('\n')
      .findLast((line) => line.startsWith('FROM ')),
  ]);
});

test('the bill of materials lists what is needed to run, each with its hash, and nothing else', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const bill = Bill.parse(JSON.parse(stdout));
  expect(bill.metadata.component.purl).toBe(`pkg:npm/${packageFile.name}@${packageFile.version}`);
  const packages = bill.components.filter(({ type }) => type === 'library');
  expect(packages.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual(
    runtimePackages().toSorted(),
  );
  for (const [name, version] of Object.entries(packageFile.dependencies))
    expect(runtimePackages()).toContain(`${name} ${version}`);
});
