import { createHash } from 'node:crypto';
import type { BundleFile } from './bundle.ts';

/** Hashes all files with their paths. @returns hexadecimal SHA-256 */
export function digestOf(files: readonly BundleFile[]): string {
  const hash = createHash('sha256');
  for (const { path, text } of files)
    hash.update(`${path}\0${Buffer.byteLength(text)}\0`).update(text);
  return hash.digest('hex');
}
