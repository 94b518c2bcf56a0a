import { existsSync, globSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { codeIn, pageAt, ROOT, rowsIn } from './pages.ts';

const READMES = globSync('{src,simulator}/**/README.md', { cwd: ROOT });

/** Matches `http/client.ts`, relative to the folder of the page. */
const FILE = /^[a-z][a-z-]*(?:\/[a-z-]+)*\.ts$/;

const exists = (folder: string, file: string): boolean =>
  existsSync(join(ROOT, folder, file)) ||
  existsSync(join(ROOT, file)) ||
  (!file.includes('/') && globSync(`${folder}/**/${file}`, { cwd: ROOT }).length > 0);

test.for(READMES)('%s names files that exist', (path) => {
  const named = codeIn(pageAt(path).text).filter((code) => FILE.test(code));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((file) => !exists(dirname(path), file))).toEqual([]);
});

test('test/README.md has a row for each folder of tests', () => {
  const folders = readdirSync(join(ROOT, 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const named = rowsIn(pageAt('test/README.md').text).map(([first = '']) =>
    first.replaceAll('`', ''),
  );
  expect(named.filter((name) => name !== 'Folder').toSorted()).toEqual(folders.toSorted());
});
