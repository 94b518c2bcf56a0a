import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { readSources } from '../architecture/source.ts';
import { type Stage, said, stagesOf } from './image/dockerfile.ts';
import { sentFiles } from './image/sent.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const EMPTY: Stage = { base: '', name: null, instructions: [] };
const stages = stagesOf(textOf('Dockerfile'));
const [building = EMPTY, image = EMPTY] = stages;
const rules = textOf('.dockerignore');
const sent = sentFiles(root, rules);

test('both stages have the version of Node that everything else runs on, pinned by digest', () => {
  const [version, ...others] = new Set(Object.values(packageFile.optionalDependencies));
  expect(others).toEqual([]);
  expect(stages).toHaveLength(2);
  for (const { base } of stages) {
    expect(base).toMatch(/@sha256:[0-9a-f]{64}$/);
    expect(base.split('@')[0]).toBe(`node:${version}-slim`);
  }
  expect(building.base).toBe(image.base);
});

test('the image holds the bundle and nothing else, and nothing runs while it is put together', () => {
  expect(said(image, 'COPY')).toEqual(['--from=build /build/dist ./']);
  expect(said(image, 'RUN')).toEqual([]);
  expect(said(image, 'ADD')).toEqual([]);
});

test('it starts without a shell, and not as root', () => {
  expect(said(image, 'ENTRYPOINT').map((text): unknown => JSON.parse(text))).toEqual([
    ['node', 'operator.mjs'],
  ]);
  expect(said(image, 'CMD').map((text): unknown => JSON.parse(text))).toEqual([['run']]);
  expect(said(image, 'USER')).toEqual(['1000:1000']);
});

test('the builder is sent what is copied and nothing else', () => {
  const copied = said(building, 'COPY').flatMap((text) => text.split(' ').slice(0, -1));
  const [everything, ...others] = rules.trim().split('\n');
  expect(everything).toBe('*');
  expect(
    new Set(others.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))),
  ).toEqual(new Set(copied));
});

test('the builder has every file that one of its files imports, and no test', () => {
  expect(sent).toContain('src/main.ts');
  expect(sent).toContain('release/main.ts');
  expect(sent.filter((path) => path.endsWith('.test.ts'))).toEqual([]);
  const imports = readSources(root, ['src', 'simulator', 'release'])
    .filter(({ path }) => sent.includes(path))
    .flatMap((file) => file.imports);
  const ours = imports
    .filter(({ target }) => /\.(ts|json)$/.test(target))
    .map(({ target }) => target);
  expect(ours.length).toBeGreaterThan(100);
  expect(ours.filter((target) => !sent.includes(target))).toEqual([]);
});
