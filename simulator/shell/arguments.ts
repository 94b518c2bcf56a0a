import { parseArgs } from 'node:util';
import * as z from 'zod';

const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).pipe(z.int({ error }).min(min, error).max(max, error));
};

const factor = z.coerce
  .number({ error: 'must be a number above 0' })
  .pipe(z.number().positive('must be a number above 0'));

const oneOf = <const W extends readonly [string, string, ...string[]]>(...words: W) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);

/** Flags of the simulator: each with the schema of its value, its placeholder and sentence in the
 *  help, and its default. */
export const FLAGS = {
  port: {
    schema: whole(0, 65_535),
    value: 'PORT',
    default: '9000',
    help: 'port to listen on; 0 selects a free one',
  },
  host: {
    schema: z.string().min(1),
    value: 'HOST',
    default: '127.0.0.1',
    help: 'address to listen on',
  },
  speed: {
    schema: factor,
    value: 'FACTOR',
    default: '1',
    help: 'time factor for state changes and rate limit windows; at 60 a window lasts one second, and clients rarely receive a 429',
  },
  dialect: {
    schema: oneOf('recorded', 'documents'),
    value: 'DIALECT',
    default: 'recorded',
    help: 'recorded: answers like the recorded service; documents: answers like its documentation',
  },
  seed: {
    schema: whole(0, 2_147_483_647),
    value: 'NUMBER',
    default: '1',
    help: 'the same seed gives the same ids and addresses',
  },
  state: {
    schema: z.string().min(1).optional(),
    value: 'FILE',
    unset: 'none',
    help: 'file that keeps the account between runs',
  },
  clock: {
    schema: oneOf('real', 'manual'),
    value: 'CLOCK',
    default: 'real',
    help: 'real or manual: POST /__sim/advance moves the time',
  },
  limits: {
    schema: oneOf('real', 'scaled', 'off'),
    value: 'LIMITS',
    default: 'scaled',
    help: 'when to answer 429: scaled: in windows that --speed shortens; real: in windows of real length; off: never',
  },
  quiet: {
    schema: z.boolean().default(false),
    help: 'do not log requests to standard error',
  },
} as const;

/** Values of the flags. `state`: a file. */
export type Flags = {
  readonly [K in keyof typeof FLAGS]: z.output<(typeof FLAGS)[K]['schema']>;
};

const options = Object.fromEntries(
  Object.entries(FLAGS).map(
    ([name, flag]) => [name, { type: 'value' in flag ? 'string' : 'boolean' }] as const,
  ),
);

/** Parses the flags. @returns the flags, or every problem, one per line */
export const parseFlags = (argv: readonly string[]): Flags | string => {
  try {
    const { values } = parseArgs({ args: [...argv], options, strict: true });
    const read = Object.entries(FLAGS).map(([name, flag]) => {
      const text = values[name] ?? ('default' in flag ? flag.default : undefined);
      return { name, parsed: flag.schema.safeParse(text) };
    });
    const problems = read.flatMap(({ name, parsed }) =>
      parsed.success ? [] : [`--${name} ${parsed.error.issues[0]?.message}`],
    );
    // Each value has the type of the schema that parsed it.
    return problems.length > 0
      ? problems.join('\n')
      : (Object.fromEntries(read.map(({ name, parsed }) => [name, parsed.data])) as Flags);
  } catch (error) {
    return `${(error instanceof Error ? error.message : String(error)).split('.')[0]}; see simulate --help`;
  }
};
