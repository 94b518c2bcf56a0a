import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The sources of the bundle. */
const SOURCES = ['src', 'simulator', 'package.json'] as const;

/** Runs a function on a copy of the sources in another folder, and removes it. @param path of the
 *  copy in a temporary folder */
export async function withCopy<T>(
  root: string,
  path: string,
  use: (copy: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cloudinfra-bundle-'));
  const copy = join(folder, path);
  try {
    for (const source of SOURCES)
      await cp(join(root, source), join(copy, source), { recursive: true });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    return await use(copy);
  } finally {
    await rm(folder, { recursive: true });
  }
}
