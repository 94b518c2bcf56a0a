import type { ArchitectureRule } from './rule.ts';
import { isTest, isUnder, type SourceFile } from './source.ts';
import type { Fact } from './syntax.ts';

type Where = { readonly path: string; readonly line: number };

const sourcesUnder = (files: readonly SourceFile[], folder: string): readonly SourceFile[] =>
  files.filter((file) => isUnder(file.path, [folder]) && !isTest(file));

const sites = (files: readonly SourceFile[], wanted: (fact: Fact) => boolean): readonly Where[] =>
  files.flatMap((file) => file.facts.filter(wanted).map(({ line }) => ({ path: file.path, line })));

const told = (where: readonly Where[], why: string): readonly string[] =>
  where.map(({ path, line }) => `${path}:${line}: ${why}`);

/** Requires exactly one status write in the engine: a pass ends with one value that is handled
 *  once. */
export const oneStatusWrite: ArchitectureRule = {
  name: 'the engine has one call of patchStatus',
  broken: (files) => {
    const calls = sites(
      sourcesUnder(files, 'src/engine'),
      ({ type, text }) => type === 'call' && text === 'patchStatus',
    );
    if (calls.length === 1) return [];
    return calls.length === 0
      ? ['src/engine: nothing calls patchStatus']
      : told(calls, `one of ${calls.length} calls of patchStatus`);
  },
};

/** Words that only an Outcome has; a switch with one of them is a switch on an Outcome. */
const OUTCOME_WORDS: readonly string[] = [
  'settled',
  'acted',
  'waiting',
  'refused',
  'drifted',
  'lost',
  'held',
  'paused',
  'gone',
  'broken',
];
const OUTCOME_FILES = 3;
/** Rooms that cannot import the type and use the same words for other things. */
const STRANGERS_TO_OUTCOMES = ['src/api', 'simulator'] as const;

const looksAtOutcome = ({ facts }: SourceFile): boolean =>
  facts.some(
    ({ type, text }) =>
      (type === 'compared' && text === 'outcome.type') ||
      (type === 'case' && OUTCOME_WORDS.includes(text)),
  );

export const fewOutcomeReaders: ArchitectureRule = {
  name: `an Outcome is interpreted in at most ${OUTCOME_FILES} files`,
  broken: (files) => {
    const readers = sourcesUnder(files, 'src').filter(
      (file) => !isUnder(file.path, STRANGERS_TO_OUTCOMES) && looksAtOutcome(file),
    );
    return readers.length <= OUTCOME_FILES
      ? []
      : readers.map(
          ({ path }) => `${path}: one of ${readers.length} files that interpret outcomes`,
        );
  },
};

/** Requires a single importer of a package, so that it can be replaced. */
export const onlyImporter = (packageName: string): ArchitectureRule => ({
  name: `${packageName} is imported in one file`,
  broken: (files) => {
    const importers = sourcesUnder(files, 'src').filter((file) =>
      file.imports.some(({ target }) => target === packageName),
    );
    return importers.length <= 1
      ? []
      : importers.map(
          ({ path }) => `${path}: one of ${importers.length} importers of ${packageName}`,
        );
  },
});

/** Requires a minimum number of files, and at least one in each room: rules that pass on nothing
 *  are defective. */
export const sawFiles = (least: number, rooms: readonly string[]): ArchitectureRule => ({
  name: `the rules saw at least ${least} files, and every room`,
  broken: (files) => [
    ...(files.length < least ? [`saw only ${files.length} files`] : []),
    ...rooms
      .filter((room) => sourcesUnder(files, room).length === 0)
      .map((room) => `${room}: no file seen`),
  ],
});

export const everyFileParses: ArchitectureRule = {
  name: 'every file parses',
  broken: (files) => files.flatMap((file) => file.errors.map((error) => `${file.path}: ${error}`)),
};
