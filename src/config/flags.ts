import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { z } from 'zod';
import { fail, ok, type Result } from '../model/failure.ts';

/** The problems of the settings: a line each for the user who started the program, without
 *  secrets. */
export interface ConfigProblem {
  readonly message: string;
}

/** A flag of a command. Parsing, the help of the command and the reference follow from it. */
export interface Flag<S extends z.ZodType = z.ZodType> {
  /** The type of a value. A required flag does not accept `undefined`. */
  readonly schema: S;
  /** The name of the value in the help; absent: the flag is a switch. */
  readonly value?: string;
  readonly short?: string;
  /** The flag may be given more than once, and its value is a list. */
  readonly repeatable?: true;
  /** The environment variable that serves where the flag is not given. An empty one says nothing;
   *  a list is separated by commas or spaces. */
  readonly variable?: string;
  /** The text that serves where neither is given. */
  readonly default?: string;
  /** For the help: the effect of a missing flag without a default. */
  readonly unset?: string;
  readonly help: string;
}

export type Flags = Readonly<Record<string, Flag>>;

/** The values of flags, by name. */
export type Settings<F extends Flags> = { readonly [K in keyof F]: z.output<F[K]['schema']> };

/** The values of the valid flags, and either all values or the problems. */
export interface ReadFlags<F extends Flags> {
  readonly right: Partial<Settings<F>>;
  readonly all: Result<Settings<F>, ConfigProblem>;
}

/** Reads the flags of a command from its arguments, then from the environment, then from the
 *  defaults. Every problem is told, not only the first. */
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
  // The type of each value is that of the schema that has just read it.
  const values = Object.fromEntries(entries) as Settings<F>;
  return {
    right: values,
    all: problems.length === 0 ? ok(values) : fail({ message: problems.join('\n') }),
  };
}

/** Every problem of several readings of the same settings. */
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
  /** The flags that lack their value, or have one that they do not take. */
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
  if (flag.value === undefined)
    return value === undefined ? null : `Option '${rawName}' does not take an argument`;
  const isMissing = value === undefined || (!inlineValue && /^-./.test(value));
  return isMissing ? `Option '${rawName} <value>' argument missing` : null;
}

const optionOf = ({ value, short, repeatable }: Flag) =>
  ({
    type: value === undefined ? 'boolean' : 'string',
    multiple: repeatable === true,
    ...(short === undefined ? {} : { short }),
  }) satisfies NonNullable<ParseArgsConfig['options']>[string];
