import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { z } from 'zod';
import { fail, ok, type Result } from '../model/failure.ts';

/** The problems of the settings, one per line, for the user who started the program. Contains no
 *  secrets. */
export interface ConfigProblem {
  readonly message: string;
}

/** A flag of a command. Parsing, the help of the command and the reference page derive from it. */
export interface Flag<S extends z.ZodType = z.ZodType> {
  /** Type of a value. A required flag does not accept `undefined`. */
  readonly schema: S;
  /** Placeholder of the value in the help. Absent: the flag is a switch. */
  readonly value?: string;
  readonly short?: string;
  /** The flag may be given more than once; its value is a list. */
  readonly repeatable?: true;
  /** Environment variable that is used if the flag is not given. An empty variable counts as
   *  absent; commas or spaces separate the elements of a list. */
  readonly variable?: string;
  /** Text that is used if neither is given. */
  readonly default?: string;
  /** Effect of a missing flag without a default, for the help. */
  readonly unset?: string;
  readonly help: string;
}

export type Flags = Readonly<Record<string, Flag>>;

/** Values of flags, by name. */
export type Settings<F extends Flags> = { readonly [K in keyof F]: z.output<F[K]['schema']> };

/** The valid values, and either all values or the problems. */
export interface ReadFlags<F extends Flags> {
  readonly right: Partial<Settings<F>>;
  readonly all: Result<Settings<F>, ConfigProblem>;
}

/** Parses the flags of a command from its arguments, then from the environment, then from the
 *  defaults. Reports every problem. */
export function readFlags<F extends Flags>(
  flags: F,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ReadFlags<F> {
  const given = givenIn(args, flags);
  const toRead = Object.entries<Flag>(flags).filter(([name]) => !given.misused.has(name));
  const read = toRead.map(([name, flag]) => {
    const value = given.values[name] ?? inEnvironment(flag, env) ?? flag.default;
    const parsed = flag.schema.safeParse(value);
    if (parsed.success) return { name, value: parsed.data };
    return { name, problem: problemOf(name, flag, value, parsed.error) };
  });
  const entries = read.flatMap((one) => ('value' in one ? [[one.name, one.value] as const] : []));
  const problems = [...given.problems, ...read.flatMap(({ problem }) => problem ?? [])];
  // Each value has the type of the schema that parsed it.
  const values = Object.fromEntries(entries) as Settings<F>;
  return {
    right: values,
    all: problems.length === 0 ? ok(values) : fail({ message: problems.join('\n') }),
  };
}

/** Joins the problems of several parsers of the same settings. */
export const together = (
  ...results: readonly Result<unknown, ConfigProblem>[]
): Result<never, ConfigProblem> =>
  fail({
    message: results.flatMap((one) => (one.ok ? [] : one.failure.message)).join('\n'),
  });

function inEnvironment({ variable, repeatable }: Flag, env: NodeJS.ProcessEnv): unknown {
  const text = variable === undefined ? '' : (env[variable] ?? '').trim();
  if (repeatable !== true) return text === '' ? undefined : text;
  const texts = text.split(/[\s,]+/).filter((one) => one !== '');
  return texts.length === 0 ? undefined : texts;
}

function problemOf(name: string, { variable }: Flag, value: unknown, error: z.ZodError): string {
  if (value === undefined && variable !== undefined)
    return `${variable} is not set: set it, or use --${name}`;
  return `--${name} ${error.issues[0]?.message ?? 'is wrong'}`;
}

interface Given {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
  /** Flags without a value that need one, or with a value that take none. */
  readonly misused: ReadonlySet<string>;
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

function givenIn(args: readonly string[], flags: Flags): Given {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, optionOf(flag)]),
  );
  const { values, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const wrong = tokens.flatMap((token) => {
    const problem = misuseIn(token, flags);
    return problem === null ? [] : [{ problem, name: token.kind === 'option' ? token.name : '' }];
  });
  return {
    values,
    problems: wrong.map(({ problem }) => `${problem}; see --help`),
    misused: new Set(wrong.map(({ name }) => name)),
  };
}

function misuseIn(token: Token, flags: Flags): string | null {
  if (token.kind === 'positional') return `Unexpected argument '${token.value}'`;
  if (token.kind !== 'option') return null;
  const { name, rawName, value, inlineValue } = token;
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (flag === undefined) return `Unknown option '${rawName}'`;
  const spelling = `${flag.short === undefined ? '' : `-${flag.short}, `}--${name}`;
  if (flag.value === undefined)
    return value === undefined ? null : `Option '${spelling}' does not take an argument`;
  const isMissing = value === undefined || (!inlineValue && /^-./.test(value));
  return isMissing ? `Option '${spelling} <value>' argument missing` : null;
}

const optionOf = ({ value, short, repeatable }: Flag) =>
  ({
    type: value === undefined ? 'boolean' : 'string',
    multiple: repeatable === true,
    ...(short === undefined ? {} : { short }),
  }) satisfies NonNullable<ParseArgsConfig['options']>[string];
