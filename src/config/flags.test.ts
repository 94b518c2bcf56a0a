import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { COMMANDS } from '../cli/index.ts';
import { type Flags, readFlags } from './flags.ts';
import { type Described, flagLines } from './help.ts';
import { Duration, Namespace, Switch } from './values.ts';

const FLAGS = {
  poll: { schema: Duration, value: 'DURATION', default: '30s', help: 'time between two looks' },
  namespace: {
    schema: z.array(Namespace).optional(),
    value: 'NAME',
    short: 'n',
    repeatable: true,
    variable: 'NAMES',
    unset: 'all',
    help: 'only this one',
  },
  url: { schema: z.string(), value: 'URL', variable: 'ADDRESS', help: 'where it is' },
  quiet: { schema: Switch, help: 'say nothing' },
} as const satisfies Flags;

const ENV = { ADDRESS: 'here' };

describe('a flag has', () => {
  test.each<[string, readonly string[], NodeJS.ProcessEnv, object]>([
    ['its default', [], ENV, { poll: 30_000, namespace: undefined, url: 'here', quiet: false }],
    ['the value of its variable', [], { ...ENV, NAMES: 'a, b' }, { namespace: ['a', 'b'] }],
    ['the value that is given', ['--url', 'there', '-n', 'c'], ENV, { url: 'there' }],
    [
      'the given values alone',
      ['-n', 'c', '-nd'],
      { ...ENV, NAMES: 'a' },
      { namespace: ['c', 'd'] },
    ],
    ['nothing of an empty variable', [], { ...ENV, NAMES: ' , ' }, { namespace: undefined }],
    ['a value with a dash in it', ['--url=-'], ENV, { url: '-' }],
  ])('%s', (_, args, env, values) => {
    const { all } = readFlags(FLAGS, args, env);
    expect(all).toMatchObject({ ok: true, value: values });
  });
});

const problems = (args: readonly string[], env: NodeJS.ProcessEnv = ENV): readonly string[] => {
  const { all } = readFlags(FLAGS, args, env);
  return all.ok ? [] : all.failure.message.split('\n');
};

test('every problem is reported, not only the first', () => {
  expect(problems(['--poll', 'often', '--nope', 'now', '-n', 'Not_One'], {})).toEqual([
    "Unknown option '--nope'; see --help",
    "Unexpected argument 'now'; see --help",
    '--poll must be a duration of at least 1s, such as 30s or 5m',
    '--namespace must be the name of a namespace',
    'ADDRESS is not set: set it, or use --url',
  ]);
});

test.each([
  [['--poll'], "Option '--poll <value>' argument missing; see --help"],
  [['--poll', '--quiet'], "Option '--poll <value>' argument missing; see --help"],
  [['--quiet=yes'], "Option '--quiet' does not take an argument; see --help"],
])('%s is wrong use', (args, line) => expect(problems(args)).toEqual([line]));

test('the help lists each flag, its default and its variable', () => {
  expect(flagLines(FLAGS)).toBe(
    [
      '  --poll DURATION       time between two looks (default: 30s)',
      '  -n, --namespace NAME  only this one; repeatable (default: NAMES, else all)',
      '  --url URL             where it is (default: ADDRESS)',
      '  --quiet               say nothing',
    ].join('\n'),
  );
});

describe('of every command', () => {
  const rows = COMMANDS.map((command) => [command.name, command] as const);

  test.each(rows)('%s the help says each flag once', async (_, { help, flags }) => {
    const [before = '', after = ''] = help.split('\n{flags}\n');
    const names = Object.keys(await flags());
    expect([help.split('{flags}').length, `${before}${after}`.match(/^ {2}--\w/m)]).toEqual([
      2,
      null,
    ]);
    const lines = flagLines(await flags());
    expect(names.filter((name) => lines.split(`--${name}`).length < 2)).toEqual([]);
  });

  test.each(rows)('%s each default is a value that the flag accepts', async (_, { flags }) => {
    const declared = Object.entries<Described>(await flags());
    const wrong = declared.filter(
      ([, flag]) =>
        flag.default !== undefined &&
        (!('schema' in flag) ||
          !(flag.schema instanceof z.ZodType) ||
          !flag.schema.safeParse(flag.default).success),
    );
    expect([declared.length > 0, wrong.map(([name]) => name)]).toEqual([true, []]);
  });
});
