import type { ArchitectureRule } from './rule.ts';
import { isTest, isUnder, type SourceFile } from './source.ts';

const FILE_LINES = 180;
const FUNCTION_LINES = 45;

/** A table of rows cannot be split; a test longer than this tests more than one thing. */
const TABLE_LINES = 500;

/** Committed facts and generated constants, which are not read from top to bottom. */
const WITHOUT_BUDGET = ['test/contract/facts'] as const;

/** Rows of tests without logic of their own. */
const ROWS = /\/cases\/|^test\/.*-rows\.ts$/;

const isTable = (file: SourceFile): boolean => isTest(file) || ROWS.test(file.path);

const budgeted = (files: readonly SourceFile[]): readonly SourceFile[] =>
  files.filter((file) => !isUnder(file.path, WITHOUT_BUDGET));

export const fileBudget: ArchitectureRule = {
  name: `a file has at most ${FILE_LINES} lines`,
  broken: (files) =>
    budgeted(files)
      .filter((file) => file.lines > (isTable(file) ? TABLE_LINES : FILE_LINES))
      .map((file) => `${file.path}: has ${file.lines} lines`),
};

export const commentWidth: ArchitectureRule = {
  name: 'a comment is no wider than the code',
  broken: (files) =>
    files.flatMap(({ path, wide }) => wide.map((line) => `${path}:${line}: is too wide`)),
};

export const functionBudget: ArchitectureRule = {
  name: `a function has at most ${FUNCTION_LINES} lines`,
  broken: (files) =>
    budgeted(files)
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        file.functions
          .filter((span) => span.lines > FUNCTION_LINES)
          .map((span) => `${file.path}:${span.line}: ${span.name} has ${span.lines} lines`),
      ),
};
