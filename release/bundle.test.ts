import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { sourceFile } from '../test/architecture/source.ts';
import { type BundleFile, bundle, ENTRY } from './bundle.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A long limit, because the machine may be loaded. */
const BUILD_MS = 300_000;

let files: readonly BundleFile[];
beforeAll(async () => {
  files = await bundle(root);
}, BUILD_MS);

const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
const code = (): readonly BundleFile[] => files.filter(({ path }) => path.endsWith('.mjs'));
/** Returns the source files of a chunk, from the comments between them. */
const madeFrom = (): readonly string[] =>
  code().flatMap(({ text }) =>
    [...text.matchAll(/^\s*\/\/ ([^\0\s]+\.\w+)$/gm)].map(([, path = '']) => path),
  );
const packages = (): ReadonlySet<string> =>
  new Set(
    madeFrom().flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []),
  );

test('the bundle needs nothing but Node and itself', () => {
  const wanted = code().flatMap(({ path, text }) =>
    sourceFile(path, text).imports.map(({ target }) => target),
  );
  const inside = new Set(files.map(({ path }) => path));
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((target) => !target.startsWith('node:') && !inside.has(target))).toEqual([]);
});

test('it holds the whole program, and nothing that is there for tests only', () => {
  const ours = madeFrom().filter((path) => /^(src|simulator)\//.test(path));
  for (const path of [
    'src/main.ts',
    'src/operator/operator.ts',
    'simulator/main.ts',
    'src/engine/engine.ts',
  ])
    expect(ours).toContain(path);
  expect(ours.filter((path) => /\.test\.ts$|\/cases\/|kinds\/rows\.ts$/.test(path))).toEqual([]);
  const forDevelopment = Object.keys(packageFile.devDependencies);
  expect(forDevelopment.filter((name) => packages().has(`node_modules/${name}`))).toEqual([]);
});

test('the entry loads nothing before the version of Node is known', () => {
  expect(textOf(ENTRY)).not.toMatch(/^import/m);
  expect(textOf(ENTRY)).toContain('needs Node');
});

test('nothing in it says where it was built', () => {
  expect(files.filter(({ text }) => text.includes(root)).map(({ path }) => path)).toEqual([]);
});

test('every part of our code has a map that names its files', () => {
  const mapped = files
    .filter(({ path }) => path.endsWith('.map'))
    .flatMap(({ text }) => (JSON.parse(text) as { readonly sources: readonly string[] }).sources);
  const ours = madeFrom().filter((path) => /^(src|simulator)\//.test(path));
  expect(ours.filter((path) => !mapped.includes(path))).toEqual([]);
  expect(mapped.filter((path) => path.includes('node_modules'))).toEqual([]);
});

test('the licence of every package in it is kept, whole, and of what such a package carries a copy', () => {
  const licences = textOf('LICENSES.txt');
  expect(licences).toMatch(/^jsep /m);
  expect([...packages()].length).toBeGreaterThanOrEqual(
    Object.keys(packageFile.dependencies).length,
  );
  for (const folder of packages()) {
    const { name, version } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as {
      readonly name: string;
      readonly version: string;
    };
    expect(licences).toContain(`\n${name} ${version} (`.trimStart());
    const own = readdirSync(join(root, folder)).filter((file) => /^licen[cs]e/i.test(file));
    expect(own, folder).not.toEqual([]);
    for (const file of own)
      expect(licences, folder).toContain(readFileSync(join(root, folder, file), 'utf8').trim());
  }
});
