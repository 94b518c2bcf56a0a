import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { z } from 'zod';
import { API_VERSION } from '../../src/model/group.ts';

/** The example manifests, and the objects of the operator's kinds in them. */
export interface Examples {
  readonly files: readonly string[];
  readonly objects: readonly Example[];
}

export interface Example {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

const KINDS = fileURLToPath(new URL('../../src/kinds/', import.meta.url));
const FILE = 'example.yaml';

const Manifest = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.string().default('default') }),
  spec: z.record(z.string(), z.unknown()).default({}),
});

/** Reads the example of every kind; rejects on an invalid manifest. Objects of other groups are
 *  applied, but not watched.
 *  @param directory default: the project's own kinds */
export async function readExamples(directory: string = KINDS): Promise<Examples> {
  const entries = await readdir(directory, { recursive: true });
  const files = entries
    .filter((entry) => entry.endsWith(`/${FILE}`))
    .toSorted()
    .map((entry) => join(directory, entry));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const manifests = texts
    .flatMap((text) => loadAll(text))
    .map((manifest) => Manifest.parse(manifest));
  const objects = manifests
    .filter(({ apiVersion }) => apiVersion === API_VERSION)
    .map(({ kind, metadata, spec }) => ({ kind, ...metadata, spec }));
  return { files, objects };
}
