import type { ArchitectureRule } from './rule.ts';
import { isTest, type SourceFile } from './source.ts';

const PROGRAM = /^src\/(?:main\.ts|(?:cli|operator|config|telemetry)\/)/;
const FOLDER = /^(?:src\/)?(engine\/ports|[a-z]+)\//;
const SHOWN = /^(?:src|simulator)\//;
const CASES = /^src\/kinds\/(?:rows\.ts|[^/]+\/cases\/)/;

/** Returns the node of the figure for a file: `cloud`, `program`; null for none. */
const nodeOf = (path: string): string | null =>
  PROGRAM.test(path) ? 'program' : (FOLDER.exec(path)?.[1]?.replace('engine/', '') ?? null);

function arrowsOf({ path, imports }: SourceFile): readonly string[] {
  const from = nodeOf(path);
  return imports.flatMap(({ target }) => {
    const to = SHOWN.test(target) ? nodeOf(target) : null;
    return from === null || to === null || from === to ? [] : [`${from} --> ${to}`];
  });
}

/** Returns the arrows of the first flowchart of a page: `engine --> model`. */
export function arrowsIn(page: string): readonly string[] {
  const figure = /```mermaid\nflowchart TD\n(.*?)```/s.exec(page)?.[1] ?? '';
  return [...figure.matchAll(/^ {2}(\w+)(?:\[[^\]]*\])? --> (\w+)/gm)].map(
    ([, from, to]) => `${from} --> ${to}`,
  );
}

/** Compares the imports between folders with the arrows of the figure in docs/design.md. */
export const figure = (drawn: readonly string[]): ArchitectureRule => ({
  name: 'the figure of the design has every import between its nodes, and no other',
  broken: (files) => {
    const shown = files.filter(
      (file) => SHOWN.test(file.path) && !isTest(file) && !CASES.test(file.path),
    );
    const imported = new Set(shown.flatMap(arrowsOf));
    return [
      ...[...imported].filter((arrow) => !drawn.includes(arrow)).map((arrow) => `lacks ${arrow}`),
      ...drawn.filter((arrow) => !imported.has(arrow)).map((arrow) => `no file has ${arrow}`),
    ];
  },
});
