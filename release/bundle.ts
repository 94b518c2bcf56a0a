import { join, relative, sep } from 'node:path';
import { type OutputOptions, type RolldownOptions, rolldown } from 'rolldown';
import { licencesOf } from './licences.ts';
import { type PackageFolder, packageFolderOf } from './packages.ts';
import { builtinsWhenNeeded, mapsOfOurFilesOnly, usedPartOfUndici } from './plugins.ts';

/** A file of a release: its path in the folder, and its text. */
export interface BundleFile {
  readonly path: string;
  readonly text: string;
}

/** The entry point for Node. */
export const ENTRY = 'operator.mjs';

const OUTPUT: OutputOptions = {
  format: 'esm',
  entryFileNames: ENTRY,
  chunkFileNames: 'parts/[name].mjs',
  sourcemap: true,
  sourcemapExcludeSources: true,
  // Keeps names, so that a stack trace is readable without the map.
  minify: false,
  comments: false,
  charset: 'ascii',
};

/** Bundles the program and its packages: an entry, chunks that commands load on demand, their
 *  source maps, and the licences. The same sources give the same files in any folder. Throws when a
 *  module or a licence is missing.
 *  @param root the folder with `src` and `node_modules` */
export async function bundle(root: string): Promise<readonly BundleFile[]> {
  const build = await rolldown(inputOf(root));
  try {
    const { output } = await build.generate({
      ...OUTPUT,
      dir: join(root, 'dist'),
      sourcemapPathTransform: (source) => source.replace(/^(\.\.\/)+/, ''),
    });
    const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const files = output.map((file) => ({
      path: file.fileName,
      text: file.type === 'chunk' ? file.code : String(file.source),
    }));
    return [
      ...files,
      { path: 'LICENSES.txt', text: licencesOf(root, foldersOf(root, modules)) },
    ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  } finally {
    await build.close();
  }
}

const inputOf = (root: string): RolldownOptions => ({
  cwd: root,
  input: { operator: 'src/main.ts' },
  platform: 'node',
  resolve: { symlinks: false },
  plugins: [builtinsWhenNeeded, mapsOfOurFilesOnly, usedPartOfUndici(root)],
  // Keeps only the kubeconfig of this package: its models and API classes are ten times the size of
  // the rest. Omits the rows of the kinds.
  treeshake: {
    moduleSideEffects: [{ test: /@kubernetes\/client-node|\/src\/kinds\//, sideEffects: false }],
  },
  onLog: (level, log) => {
    if (level === 'warn') throw new Error(log.message);
  },
});

const foldersOf = (root: string, modules: readonly string[]): readonly PackageFolder[] => {
  const paths = modules
    .filter((id) => !id.startsWith('\0'))
    .map((id) => relative(root, id).split(sep).join('/'));
  return [...new Set(paths.map(packageFolderOf).filter((folder) => folder !== null))];
};
