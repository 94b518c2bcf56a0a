import type { ArchitectureRule } from './rule.ts';
import { isTest } from './source.ts';

/** The files of a kind's folder beside `parts` and `cases`: the same names in every kind. */
const FILES: readonly string[] = [
  'index',
  'spec',
  'rules',
  'status',
  'types',
  'fields',
  'plan',
  'report',
];

/** Forbids the program to read the rows of kinds, which are for tests and generators. */
const ROWS = /^src\/kinds\/(rows\.ts|[^/]+\/cases\/)/;
const READERS = /^(src\/crd|src\/kinds\/rows\.ts|src\/kinds\/[^/]+\/cases|local|test)(\/|$)/;

export const kindFolders: ArchitectureRule = {
  name: "a kind's folder has the same names as any other",
  broken: (files) =>
    files.flatMap(({ path }) => {
      const name = /^src\/kinds\/[^/]+\/([^/.]+)(?:\.test)?\.ts$/.exec(path)?.[1];
      const folder = /^src\/kinds\/[^/]+\/([^/]+)\//.exec(path)?.[1];
      const isKnown =
        name === undefined
          ? folder === undefined || ['parts', 'cases'].includes(folder)
          : FILES.includes(name);
      return isKnown ? [] : [`${path}: is none of ${FILES.join(', ')}, parts/ and cases/`];
    }),
};

export const rowsStayOut: ArchitectureRule = {
  name: 'the rows of the kinds are not part of the program',
  broken: (files) =>
    files
      .filter((file) => !isTest(file) && !READERS.test(file.path))
      .flatMap((file) =>
        file.imports
          .filter(({ target }) => ROWS.test(target))
          .map(({ line }) => `${file.path}:${line}: imports rows`),
      ),
};
