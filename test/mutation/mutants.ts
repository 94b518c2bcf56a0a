import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** A small change of the code that a test should detect. */
export interface Mutant {
  /** The id in the instrumented code: valid for this run only. */
  readonly id: string;
  /** Stable across runs while the text of its file is unchanged. */
  readonly key: string;
  readonly path: string;
  readonly line: number;
  readonly mutator: string;
  readonly was: string;
  readonly becomes: string;
}

export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** The texts with every mutant behind switches, by path. */
  readonly code: ReadonlyMap<string, string>;
}

/** Tests and tables of rows beside the code. */
const TEST_DATA = /\.test\.ts$|\/cases\/|\/kinds\/rows\.ts$/;

const never = (): boolean => false;
const nothing = (): void => undefined;
const SILENT: ConstructorParameters<typeof Instrumenter>[0] = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};

/** Creates every mutant of the code in some folders (or of single files). Throws if a file is no
 *  TypeScript. */
export async function mutantsOf(places: readonly string[]): Promise<Instrumented> {
  const paths = places.flatMap((place) =>
    place.endsWith('.ts') ? [place] : globSync(`${place}/**/*.ts`),
  );
  const sources = new Map(
    [...new Set(paths)]
      .filter((path) => !TEST_DATA.test(path))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
  const { files, mutants } = await new Instrumenter(SILENT).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  return {
    code: new Map(files.map(({ name, content }) => [name, content])),
    mutants: mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
      const source = sources.get(fileName) ?? '';
      const place = `${start.line}:${start.column}-${end.line}:${end.column}`;
      return {
        id,
        key: createHash('sha256')
          .update([source, fileName, place, mutatorName, replacement].join('\n'))
          .digest('hex')
          .slice(0, 16),
        path: fileName,
        line: start.line + 1,
        mutator: mutatorName,
        was: source.slice(offset(source, start), offset(source, end)),
        becomes: replacement,
      };
    }),
  };
}

/** Returns the offset of a position (both counted from 0) in a text. */
function offset(
  source: string,
  { line, column }: { readonly line: number; readonly column: number },
): number {
  const before = source.split('\n').slice(0, line);
  return before.reduce((sum, text) => sum + text.length + 1, column);
}
