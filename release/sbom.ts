import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packageFile from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devDependencies?: unknown;
  readonly optionalDependencies?: unknown;
}

const isNeededToRun = ({ dev, optional }: Locked): boolean => dev !== true && optional !== true;
const withoutTools = (entry: Locked): object => ({
  ...entry,
  devDependencies: {},
  optionalDependencies: {},
});

/** Builds the bill of materials of the runtime packages, as CycloneDX in JSON. npm writes it from a
 *  lock without development tools: `--omit=dev` also omits packages that a tool needs too. */
async function billOfMaterials(): Promise<string> {
  const locked = Object.entries(lock.packages as Readonly<Record<string, Locked>>);
  const packages = Object.fromEntries(
    locked
      .filter(([, entry]) => isNeededToRun(entry))
      .map(([path, entry]) => [path, path === '' ? withoutTools(entry) : entry]),
  );
  const temporary = await mkdtemp(join(tmpdir(), 'cloudinfra-sbom-'));
  // npm names the root after its folder.
  const folder = join(temporary, packageFile.name);
  try {
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), JSON.stringify(withoutTools(packageFile)));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
    const flags = [
      'sbom',
      '--package-lock-only',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
    ];
    return (await promisify(execFile)('npm', flags, { cwd: folder, maxBuffer: 2 ** 26 })).stdout;
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** Returns the image that the last stage of the Dockerfile builds on, as a component: its digest
 *  covers every file of it, including Node and the system's libraries. */
async function baseImage(): Promise<object> {
  const dockerfile = await readFile(new URL('../Dockerfile', import.meta.url), 'utf8');
  const [, name = '', tag = '', digest = ''] =
    [...dockerfile.matchAll(/^FROM (?:--\S+ )*([\w./-]+):([\w.-]+)@sha256:([0-9a-f]{64})/gm)].at(
      -1,
    ) ?? [];
  if (digest === '') throw new Error('the Dockerfile names no image by its digest');
  const purl = `pkg:docker/${name}@sha256%3A${digest}?tag=${tag}`;
  return {
    type: 'container',
    'bom-ref': purl,
    name,
    version: tag,
    purl,
    hashes: [{ alg: 'SHA-256', content: digest }],
  };
}

const bill = JSON.parse(await billOfMaterials()) as { readonly components: readonly object[] };
process.stdout.write(
  `${JSON.stringify({ ...bill, components: [...bill.components, await baseImage()] }, null, 2)}\n`,
);
