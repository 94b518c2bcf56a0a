import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { type Fact, type FunctionSpan, readSyntax } from './syntax.ts';

/** A source file as the rules see it. Paths are relative to the repository, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  /** The lines of comments that are wider than a page of code, by number; directives aside. */
  readonly wide: readonly number[];
  /** What it imports, types too: a path of the repository, or the name of a package or of a module
   *  of the runtime. */
  readonly imports: readonly { readonly target: string; readonly line: number }[];
  readonly facts: readonly Fact[];
  readonly functions: readonly FunctionSpan[];
  readonly errors: readonly string[];
}

const resolveImport = (from: string, specifier: string): string =>
  specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;

/** The width of the code, in characters: that of the formatter, which leaves comments alone. */
const WIDTH = 100;
const COMMENT = /^\s*(?:\/\*|\*|\/\/)(?! (?:oxlint|biome)-)/;
const isWide = (line: string): boolean => line.length > WIDTH && COMMENT.test(line);

/** The value of a source text. Never fails: a text that does not parse carries its errors. */
export function sourceFile(path: string, text: string): SourceFile {
  const { facts, functions, errors } = readSyntax(path, text);
  const imports = facts
    .filter((fact) => fact.type === 'import')
    .map((fact) => ({ target: resolveImport(path, fact.text), line: fact.line }));
  return {
    path,
    wide: text.split('\n').flatMap((line, at) => (isWide(line) ? [at + 1] : [])),
    lines: text.replace(/\n$/, '').split('\n').length,
    imports,
    facts,
    functions,
    errors,
  };
}

const isSource = (entry: Dirent): boolean =>
  entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts');

/** Every TypeScript file under the folders of a repository, in order of path. Throws when a folder
 *  cannot be read. */
export function readSources(root: string, folders: readonly string[]): readonly SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { withFileTypes: true, recursive: true }))
    .filter(isSource)
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) =>
      sourceFile(relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8')),
    )
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

export const isTest = (file: SourceFile): boolean => file.path.endsWith('.test.ts');
export const isUnder = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
