import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A page of the documentation. */
export interface Page {
  /** Path within the repository. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** True if it directly follows the previous block. */
  readonly follows: boolean;
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** All pages of the documentation, by path. */
export const pages: readonly Page[] = globSync(
  ['*.md', '{docs,src,simulator,deploy,test}/**/*.md'],
  {
    cwd: ROOT,
  },
)
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** Returns a page by its path. Throws where there is none. */
export function pageAt(path: string): Page {
  const found = pages.find((page) => page.path === path);
  if (found === undefined) throw new Error(`there is no page ${path}`);
  return found;
}

const FENCE = /^```(\w*)\n(.*?)^```$/gms;

/** Returns the fenced blocks of a page, in order. */
export function blocksIn({ text }: Page): readonly Block[] {
  let end = 0;
  return [...text.matchAll(FENCE)].map(({ 0: whole, 1: language = '', 2: inside = '', index }) => {
    const follows = end > 0 && text.slice(end, index).trim() === '';
    end = index + whole.length;
    return { language, text: inside.trimEnd(), follows };
  });
}

/** Returns a page without its fenced blocks. */
export const proseOf = ({ text }: Page): string => text.replaceAll(FENCE, '');

/** Returns the link targets of a page, verbatim: `install.md#helm`. */
export const linksIn = (page: Page): readonly string[] => {
  const written = proseOf(page).replaceAll(/`[^`\n]*`/g, '');
  return [...written.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
};

/** Returns the anchors of a page: its headings in a forge's spelling. */
export const anchorsIn = (page: Page): readonly string[] =>
  [...proseOf(page).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );

/** Anchors of the pages that describe the service, by the name of the page: `volumes`. */
export const serviceHeadings: ReadonlyMap<string, readonly string[]> = new Map(
  pages
    .filter(({ path }) => path.startsWith('docs/service/'))
    .map(
      (page) => [page.path.replace(/^docs\/service\/(.+)\.md$/, '$1'), anchorsIn(page)] as const,
    ),
);

/** Returns the text under a heading of a page, up to the next one of the same or a higher level.
 *  Throws where there is none. */
export function sectionOf({ path, text }: Page, heading: string): string {
  const [, rank = ''] = new RegExp(`^(#+) ${heading}$`, 'm').exec(text) ?? [];
  if (rank === '') throw new Error(`${path} has no heading ${heading}`);
  const behind = text.slice(
    text.indexOf(`\n${rank} ${heading}\n`) + rank.length + heading.length + 2,
  );
  const end = behind.search(new RegExp(`^#{1,${rank.length}} `, 'm'));
  return end < 0 ? behind : behind.slice(0, end);
}

/** Returns the rows of the tables in a text, without their heads; cells verbatim. */
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

/** Returns the texts in backquotes. */
export const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
