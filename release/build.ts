import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BundleFile, bundle } from './bundle.ts';

/** Builds the bundle into a folder, and replaces its contents. @returns the written files */
export async function build(root: string, folder: string): Promise<readonly BundleFile[]> {
  const files = await bundle(root);
  await rm(folder, { recursive: true, force: true });
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return files;
}
