import { createHash } from 'node:crypto';
import type { BundleFile } from './bundle.ts';

/** One hash over all files, their paths too. @returns hexadecimal SHA-256 */
export function digestOf(files: readonly BundleFile[]): string {
  const hash = createHash('sha256');
  for (const { path, text } of files)
    hash.update(`${path}\0${Buffer.byteLength(text)}\0`).update(text);
  return hash.digest('hex');
}
