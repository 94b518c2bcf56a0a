import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { z } from 'zod';
import { fail, ok, type Result } from '../model/failure.ts';

/** One line for the user who started the program, without secrets. */
export interface ConfigProblem {
  readonly message: string;
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Messages for flags that are missing both as a flag and in the environment. */
const WHERE_ELSE: Readonly<Record<string, string>> = {
  'api-url': 'CLOUD_API_URL is not set: give the address of the service there or with --api-url',
};

/** Parses the flags of a command with its schema. @param defaults values of flags that are not
 *  given
 *  @returns the first problem as one line that names the flag and its valid values */
export function readFlags<S extends z.ZodType>(
  schema: S,
  options: Options,
  args: readonly string[],
  defaults: Readonly<Record<string, unknown>>,
): Result<z.output<S>, ConfigProblem> {
  const given = givenFlags(args, options);
  if (!given.ok) return given;
  const all: Readonly<Record<string, unknown>> = { ...defaults, ...given.value };
  const flags = schema.safeParse(all);
  if (flags.success) return ok(flags.data);
  const [issue] = flags.error.issues;
  const flag = String(issue?.path[0] ?? '');
  const nowhere = all[flag] === undefined ? WHERE_ELSE[flag] : undefined;
  return fail({ message: nowhere ?? `--${flag} ${issue?.message ?? 'is wrong'}` });
}

function givenFlags(args: readonly string[], options: Options): Result<object, ConfigProblem> {
  try {
    return ok(
      parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values,
    );
  } catch (error) {
    return fail({
      message: `${error instanceof Error ? (error.message.split('.')[0] ?? '') : String(error)}; see --help`,
    });
  }
}
