import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
const withoutTools = (entry: Locked): object => ({ ...entry, devDependencies: {}, optionalDependencies: {} });

/**
 * The bill of materials: every package that is needed to run, as CycloneDX in JSON. npm writes it, from a lock without the tools: with `--omit=dev` it leaves
 * out what a tool needs too.
 */
async function billOfMaterials(): Promise<string> {
  const locked = Object.entries(lock.packages as Readonly<Record<string, Locked>>);
  const packages = Object.fromEntries(
    locked.filter(([, entry]) => isNeededToRun(entry)).map(([path, entry]) => [path, path === '' ? withoutTools(entry) : entry]),
  );
  const temporary = await mkdtemp(join(tmpdir(), 'cloudinfra-sbom-'));
  // npm calls the whole by the name of its folder.
  const folder = join(temporary, packageFile.name);
  try {
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), JSON.stringify(withoutTools(packageFile)));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
    const flags = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
    return (await promisify(execFile)('npm', flags, { cwd: folder, maxBuffer: 2 ** 26 })).stdout;
  } finally {
    await rm(temporary, { recursive: true });
  }
}

process.stdout.write(await billOfMaterials());
