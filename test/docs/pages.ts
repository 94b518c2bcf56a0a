import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A page for people. */
export interface Page {
  /** Within the repository. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Nothing stands between it and the block before. */
  readonly follows: boolean;
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every page that is written for people, by its path. */
export const pages: readonly Page[] = globSync(
  ['*.md', '{docs,src,simulator,deploy,test}/**/*.md'],
  {
    cwd: ROOT,
  },
)
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** A page by its path. Throws where there is none. */
export function pageAt(path: string): Page {
  const found = pages.find((page) => page.path === path);
  if (found === undefined) throw new Error(`there is no page ${path}`);
  return found;
}

const FENCE = /^```(\w*)\n(.*?)^```$/gms;

/** The fenced blocks of a page, in order. */
export function blocksIn({ text }: Page): readonly Block[] {
  let end = 0;
  return [...text.matchAll(FENCE)].map(({ 0: whole, 1: language = '', 2: inside = '', index }) => {
    const follows = end > 0 && text.slice(end, index).trim() === '';
    end = index + whole.length;
    return { language, text: inside.trimEnd(), follows };
  });
}

/** A page without its fenced blocks. */
export const proseOf = ({ text }: Page): string => text.replaceAll(FENCE, '');

/** Where the links of a page lead, as they are written: `install.md#helm`. */
export const linksIn = (page: Page): readonly string[] => {
  const written = proseOf(page).replaceAll(/`[^`\n]*`/g, '');
  return [...written.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
};

/** What links to a page may have behind their `#`: its headings, as a forge spells them. */
export const anchorsIn = (page: Page): readonly string[] =>
  [...proseOf(page).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );

/** The anchors of the pages that describe the service, by the name of the page: `volumes`. */
export const serviceHeadings: ReadonlyMap<string, readonly string[]> = new Map(
  pages
    .filter(({ path }) => path.startsWith('docs/service/'))
    .map(
      (page) => [page.path.replace(/^docs\/service\/(.+)\.md$/, '$1'), anchorsIn(page)] as const,
    ),
);

/** The text under a heading of a page, up to the next one of its rank or above. Throws where there
 *  is none. */
export function sectionOf({ path, text }: Page, heading: string): string {
  const [, rank = ''] = new RegExp(`^(#+) ${heading}$`, 'm').exec(text) ?? [];
  if (rank === '') throw new Error(`${path} has no heading ${heading}`);
  const behind = text.slice(
    text.indexOf(`\n${rank} ${heading}\n`) + rank.length + heading.length + 2,
  );
  const end = behind.search(new RegExp(`^#{1,${rank.length}} `, 'm'));
  return end < 0 ? behind : behind.slice(0, end);
}

/** The rows of the tables in a text, without their heads; a cell is text as it is written. */
export const rowsIn = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/^\|.*\|\n\|[-|: ]+\|\n((?:\|.*\|\n?)+)/gm)].flatMap(([, body = '']) =>
    body
      .trim()
      .split('\n')
      .map((line) =>
        line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim()),
      ),
  );

/** What stands between backquotes in a text. */
export const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
