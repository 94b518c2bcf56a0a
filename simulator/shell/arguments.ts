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

const Flags = z.strictObject({
  port: whole(0, 65_535).default(9000),
  host: z.string().min(1).default('127.0.0.1'),
  speed: factor.default(1),
  dialect: oneOf('recorded', 'documents').default('recorded'),
  seed: whole(0, 2_147_483_647).default(1),
  state: z.string().min(1).optional(),
  clock: oneOf('real', 'manual').default('real'),
  limits: oneOf('real', 'scaled', 'off').default('scaled'),
  quiet: z.boolean().default(false),
});

/** The simulator's flags with their defaults. `state`: a file. */
export type Flags = z.output<typeof Flags>;

const text = { type: 'string' } as const;
const options = {
  port: text,
  host: text,
  speed: text,
  dialect: text,
  seed: text,
  state: text,
  clock: text,
  limits: text,
  quiet: { type: 'boolean' },
} as const;

const given = (argv: readonly string[]): unknown =>
  parseArgs({ args: [...argv], options, strict: true }).values;

/** Parses the flags. @returns the flags, or one line that explains the problem */
export const parseFlags = (argv: readonly string[]): Flags | string => {
  try {
    const parsed = Flags.safeParse(given(argv));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    return `--${issue?.path.join('.')} ${issue?.message}`;
  } catch (error) {
    return `${(error instanceof Error ? error.message : String(error)).split('.')[0]}; see simulate --help`;
  }
};
