import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { readSources } from './architecture/source.ts';

const textOf = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const lines = textOf('Dockerfile').split('\n');
const argumentsOf = (instruction: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));

test('the image has the version of Node that everything else runs on', () => {
  const versions = new Set(Object.values(packageFile.optionalDependencies));
  const bases = argumentsOf('FROM').map((base) => /^node:([\d.]+)-slim\b/.exec(base)?.[1]);
  expect(new Set(bases)).toEqual(versions);
});

test('it runs without a shell, and not as root', () => {
  expect(argumentsOf('ENTRYPOINT').map((text): unknown => JSON.parse(text))).toEqual([['node', 'src/main.ts']]);
  expect(argumentsOf('CMD').map((text): unknown => JSON.parse(text))).toEqual([['run']]);
  expect(argumentsOf('USER')).toEqual(['1000:1000']);
});

const [everything, ...rules] = textOf('.dockerignore').trim().split('\n');
const ignored = rules.filter((rule) => !rule.startsWith('!'));
const sent = readSources(fileURLToPath(new URL('..', import.meta.url)), ['src']).filter(
  ({ path }) => !ignored.some((rule) => matchesGlob(path, rule) || path.startsWith(`${rule}/`)),
);
const imported = sent.flatMap(({ path, imports }) => imports.map(({ target }) => ({ path, target })));

test('the builder is sent what is copied and nothing else', () => {
  expect(everything).toBe('*');
  const copied = argumentsOf('COPY')
    .filter((text) => !text.startsWith('--from'))
    .flatMap((text) => text.split(' ').slice(0, -1));
  expect(new Set(rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1)))).toEqual(new Set(copied));
});

test('the image holds every file that one of its files imports, and no test', () => {
  const paths = new Set(sent.map(({ path }) => path));
  expect(paths).toContain('src/main.ts');
  expect([...paths].filter((path) => path.endsWith('.test.ts'))).toEqual([]);
  expect(imported.filter(({ target }) => target.startsWith('src/') && !paths.has(target))).toEqual([]);
});

test('no file of the image needs a package that is there for development only', () => {
  const installed = new Set(Object.keys(packageFile.dependencies));
  const packages = imported.filter(({ target }) => !/^(src\/|node:|package\.json$)/.test(target));
  expect(packages.length).toBeGreaterThan(10);
  expect(packages.filter(({ target }) => !installed.has(target))).toEqual([]);
});
