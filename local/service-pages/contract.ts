import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A number, a list or a group of numbers in the contract, with the first paragraph of its doc
 *  comment. */
interface Constant {
  readonly value: unknown;
  readonly says: string;
}

/** The contract in src/api, with the names of its parts. */
export interface Contract {
  /** Operations by name: `volumes.attach`. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** Exported schemas by name: `VolumeCreate`. */
  readonly schemas: ReadonlyMap<string, z.ZodType>;
  /** Exported constants by name: `VOLUME_SIZE`. */
  readonly constants: ReadonlyMap<string, Constant>;
}

/** Returns the doc comments of a source text by the name of their declaration, on one line and
 *  without their sources. */
export const commentsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport const (\w+)/g)].map(
      ([, comment = '', name = '']) => [
        name,
        comment
          .replaceAll(/\s*\n\s*\* */g, ' ')
          .replace(/ *Source: [^]*$/, '')
          .trim(),
      ],
    ),
  );

const isConstant = (name: string): boolean => /^[A-Z][A-Z\d_]*$/.test(name);

/** Reads every module of src/api. */
export async function readContract(): Promise<Contract> {
  const paths = globSync('src/api/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] }).toSorted();
  const modules = await Promise.all(
    paths.map(async (path) => {
      const exported = (await import(pathToFileURL(join(ROOT, path)).href)) as Readonly<
        Record<string, unknown>
      >;
      return { exported, comments: commentsIn(readFileSync(join(ROOT, path), 'utf8')) };
    }),
  );
  return {
    endpoints,
    schemas: new Map(
      modules.flatMap(({ exported }) =>
        Object.entries(exported).flatMap(([name, value]) =>
          value instanceof z.ZodType ? [[name, value] as const] : [],
        ),
      ),
    ),
    constants: new Map(
      modules.flatMap(({ exported, comments }) =>
        Object.entries(exported)
          .filter(([name]) => isConstant(name))
          .map(([name, value]) => [name, { value, says: comments.get(name) ?? '' }] as const),
      ),
    ),
  };
}

/** Returns the schema of the items of a list, or of the record itself. */
export const itemOf = ({ paged, response }: Endpoint): z.core.$ZodType => {
  const data =
    paged !== undefined && response instanceof z.ZodObject ? response.shape['data'] : undefined;
  return data instanceof z.ZodArray ? data.element : response;
};

/** Returns the exported name of a schema; undefined for an inline one. */
export const nameOf = ({ schemas }: Contract, schema: z.core.$ZodType): string | undefined =>
  [...schemas].find(([, one]) => one === schema)?.[0];
