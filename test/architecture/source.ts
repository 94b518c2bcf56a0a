import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { type Fact, type FunctionSpan, readSyntax } from './syntax.ts';

/** A source file for the rules. Paths are relative to the repository, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  /** Line numbers of comments that exceed the width; directives excepted. */
  readonly wide: readonly number[];
  /** Its imports, including types: a path of the repository, or the name of a package or of a
   *  module of the runtime. */
  readonly imports: readonly { readonly target: string; readonly line: number }[];
  readonly facts: readonly Fact[];
  readonly functions: readonly FunctionSpan[];
  readonly errors: readonly string[];
}

const resolveImport = (from: string, specifier: string): string =>
  specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;

/** Width of the code in characters, as the formatter uses it; the formatter does not wrap
 *  comments. */
const WIDTH = 100;
const COMMENT = /^\s*(?:\/\*|\*|\/\/)(?! (?:oxlint|biome)-)/;
const isWide = (line: string): boolean => line.length > WIDTH && COMMENT.test(line);

/** Parses a source text. Never fails: a text that does not parse carries its errors. */
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

/** Reads every TypeScript file in the folders of a repository, sorted by path. Throws when a folder
 *  is unreadable. */
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
