import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { KubeApi } from '../../../local/controlplane/kubeapi.ts';

const Index = z.object({
  paths: z.record(z.string(), z.object({ serverRelativeURL: z.string() })),
});
const Schema = z.record(z.string(), z.unknown());
const Version = z.object({
  components: z.object({ schemas: z.record(z.string(), Schema).default({}) }).optional(),
});
const Kind = z.object({ group: z.string(), version: z.string(), kind: z.string() });
type Kind = z.infer<typeof Kind>;
const Kinds = z.array(Kind).length(1);

/** Returns the location of the schemas of `writeSchemas` for kubeconform. */
export const schemaLocation = (directory: string): string =>
  join(directory, '{{.Group}}-{{.ResourceAPIVersion}}-{{.ResourceKind}}.json');

/** Returns the file of a kind; kubeconform uses the version as the group of core kinds. */
const fileOf = ({ group, version, kind }: Kind): string =>
  `${group === '' ? version : group}-${version}-${kind.toLowerCase()}.json`;

/** Writes a JSON schema for every kind that the API server serves, from its own OpenAPI, without
 *  unknown fields. New definitions appear with a delay. @returns the kinds */
export async function writeSchemas(api: KubeApi, directory: string): Promise<readonly string[]> {
  const { paths } = Index.parse((await api.request('GET', '/openapi/v3')).body);
  const written: string[] = [];
  for (const { serverRelativeURL } of Object.values(paths)) {
    const { status, body } = await api.request('GET', serverRelativeURL);
    if (status !== 200) continue;
    const schemas = Version.parse(body).components?.schemas ?? {};
    const components = strict({ schemas });
    for (const [name, schema] of Object.entries(schemas)) {
      // Kinds in every group, such as DeleteOptions, are in no manifest.
      const kinds = Kinds.safeParse(schema['x-kubernetes-group-version-kind']);
      for (const kind of kinds.data ?? []) {
        await writeFile(
          join(directory, fileOf(kind)),
          JSON.stringify({ $ref: `#/components/schemas/${name}`, components }),
        );
        written.push(kind.kind);
      }
    }
  }
  return written;
}

/** Closes a schema: forbids unknown fields unless it declares that it preserves them. */
function strict(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strict);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, strict(value)]),
  );
  const closed = isFields(node) && !('x-kubernetes-preserve-unknown-fields' in node);
  return closed ? { ...inner, additionalProperties: false } : inner;
}

/** Reports the schema of an object; a field named `properties` is none. */
const isFields = (node: object): boolean =>
  'type' in node && node.type === 'object' && 'properties' in node;
