import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../src/cli/index.ts';
import { codeIn, type Page, proseOf, ROOT } from './pages.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const FOLDERS = /^(?:src|simulator|local|test|docs|crds|deploy|\.ci)\/[\w./-]*$/;

/** Returns paths of the repository in backquotes on a page that do not exist. */
export const missingPaths = (page: Page): readonly string[] =>
  codeIn(proseOf(page)).filter((code) => FOLDERS.test(code) && !existsSync(join(ROOT, code)));

/** Returns npm scripts on a page that do not exist. */
export function missingScripts({ text }: Page): readonly string[] {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };
  const named = [...text.matchAll(/\bnpm (?:run )?([a-z][a-z-]*(?::[a-z0-9]+)?)\b(?!:)/g)].map(
    ([, name = '']) => name,
  );
  return named.filter(
    (name) => !['ci', 'run', 'sbom', 'audit'].includes(name) && !Object.hasOwn(scripts, name),
  );
}

async function helpOf(...command: readonly string[]): Promise<string> {
  const texts: string[] = [];
  const out = (text: string): void => void texts.push(text);
  await runCommand([...command, '--help'], {
    out,
    err: out,
    colours: false,
    ask: async () => null,
    input: async () => '',
    ended: async () => undefined,
  });
  return texts.join('\n');
}

/** Returns the names of the program's commands in its help. */
export const commandNames = async (): Promise<readonly string[]> =>
  [...(await helpOf()).matchAll(/^ {2}(\w+) +\S/gm)].map(([, name = '']) => name);

/** Returns the help of the program and of each command, and the sources of other programs with
 *  flags. */
export async function everyHelp(): Promise<string> {
  const names = await commandNames();
  const texts = await Promise.all(
    [[], ...names.map((name) => [name])].map((command) => helpOf(...command)),
  );
  const beside = [
    'local/process/environment.ts',
    'test/bench/main.ts',
    'src/crd/generate.ts',
    'test/robustness/histories/main.ts',
    'test/robustness/transitions/main.ts',
  ];
  return [...texts, ...beside.map(read)].join('\n');
}

/** Returns flags in backquotes on a page that no help contains. */
export const unknownFlags = (page: Page, help: string): readonly string[] =>
  codeIn(proseOf(page))
    .flatMap((code) => [...(/^--[a-z][a-z-]+/.exec(code) ?? [])])
    .filter((flag) => !new RegExp(`(${flag}|\\b${flag.slice(2)}): |${flag}\\b`).test(help));
