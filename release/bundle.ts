import { join, relative, sep } from 'node:path';
import { type OutputOptions, type RolldownOptions, rolldown } from 'rolldown';
import { licencesOf } from './licences.ts';
import { type PackageFolder, packageFolderOf } from './packages.ts';
import { builtinsWhenNeeded, mapsOfOurFilesOnly, usedPartOfUndici } from './plugins.ts';

/** A file of what is released: where in the folder it goes, and what is in it. */
export interface BundleFile {
  readonly path: string;
  readonly text: string;
}

/** What Node is started with. */
export const ENTRY = 'operator.mjs';

const OUTPUT: OutputOptions = {
  format: 'esm',
  entryFileNames: ENTRY,
  chunkFileNames: 'parts/[name].mjs',
  sourcemap: true,
  sourcemapExcludeSources: true,
  // Names stay as they are written, so that a stack trace can be read without the map too.
  minify: false,
  comments: false,
  charset: 'ascii',
};

/** Puts the program and every package that it needs together: an entry, the parts that it loads
 *  once a command wants them, their source maps, and the licences of what is in them. The same
 *  sources give the same files, wherever they are. Throws when a module or a licence is missing.
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
  // Of this package only the kubeconfig is taken: its models and API classes are ten times as long
  // as the rest of it. Of the kinds, not their rows.
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
