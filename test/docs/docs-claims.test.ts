import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageAt, ROOT, sectionOf } from './pages.ts';
import { claimsIn } from './sentences.ts';

/** Sentences of a page, and the test that proves them. */
interface Shown {
  /** A file with tests; for a known limit, docs/proof.md. */
  readonly file: string;
  /** Words of the test's name; for a limit, words of the list of unproven properties. */
  readonly test: string;
  readonly says: readonly string[];
}

const LIMITS = 'docs/proof.md';
const PAGES = ['operations', 'credentials', 'install'];

const shownOf = (page: string): readonly Shown[] =>
  JSON.parse(readFileSync(join(ROOT, `test/docs/claims/${page}.json`), 'utf8')) as readonly Shown[];

/** Returns the text that must contain a row's words; none where the file is no test. */
function textOf(file: string): string {
  if (file === LIMITS) return sectionOf(pageAt(LIMITS), 'Limits of the proof');
  return file.endsWith('.test.ts') && existsSync(join(ROOT, file))
    ? readFileSync(join(ROOT, file), 'utf8')
    : '';
}

describe.each(PAGES)('what docs/%s.md says', (name) => {
  const shown = shownOf(name);
  const documented = shown.flatMap(({ says }) => says);
  const claims = claimsIn(pageAt(`docs/${name}.md`));

  test('is shown by a test, sentence by sentence', () => {
    expect(claims.filter((sentence) => !documented.includes(sentence))).toEqual([]);
    expect(claims.length).toBeGreaterThan(20);
  });

  test('is what the table says that it says, each sentence once', () => {
    expect(documented.filter((sentence) => !claims.includes(sentence))).toEqual([]);
    expect(documented.length).toBe(new Set(documented).size);
  });

  test('names tests that are there', () => {
    expect(shown.filter((row) => row.test === '' || !textOf(row.file).includes(row.test))).toEqual(
      [],
    );
  });
});

const page = (text: string) => ({ path: 'page.md', text });

test.each([
  [
    'a paragraph is its sentences',
    'It runs.\nIt waits (for `x`). `y` goes on.',
    ['It runs.', 'It waits (for `x`).', '`y` goes on.'],
  ],
  [
    'an item of a list is too',
    '- **It stops.** It starts\n  again.\n- It ends.',
    ['It starts again.', 'It ends.'],
  ],
  ['a table is its rows', '| A | B |\n|---|---|\n| a | b |\n| c | d |', ['| a | b |', '| c | d |']],
  ['headings and blocks claim nothing', '# It runs\n\n```sh\nit runs\n```\n', []],
  [
    'an instruction claims nothing',
    'Read this. To go back, apply that. **First**: delete it. It goes.',
    ['It goes.'],
  ],
  [
    'what introduces or points claims nothing',
    'They are these:\n\nThe rest: [there](there.md).',
    [],
  ],
])('of a page, %s', (_, text, claims) => {
  expect(claimsIn(page(text))).toEqual(claims);
});
