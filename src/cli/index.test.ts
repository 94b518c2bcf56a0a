import { describe, expect, test } from 'vitest';
import { captured } from '../../test/commands/captured.ts';
import { VERSION } from '../operator/version.ts';
import { runCommand } from './index.ts';

async function told(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const { terminal, output } = captured();
  const code = await runCommand(args, terminal);
  return { code, ...output };
}

/** Every command, and the words in its help about JSON output. */
const COMMANDS: readonly (readonly [name: string, json: string])[] = [
  ['run', '--log-format FORMAT      json or pretty'],
  ['simulate', 'It prints one line of JSON'],
  ['plan', '--json'],
  ['crds', '--json'],
  ['import', '--json'],
  ['status', '--json'],
  ['approve', '--hash HASH'],
  ['uninstall', '--json'],
  ['version', '--json'],
];

describe('help', () => {
  test('lists every command, the first steps, and the exit codes', async () => {
    const { code, out } = await told('--help');
    expect(code).toBe(0);
    expect([...out.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name)).toEqual(
      COMMANDS.map(([name]) => name),
    );
    expect(out).toMatch(/cloudinfra-operator simulate[^]*cloudinfra-operator plan/);
    expect(out).toContain('Exit codes: ');
  });

  test.for(COMMANDS)(
    'of %s describes its effect, its JSON output, and its exit codes',
    async ([name, json]) => {
      const { code, out, err } = await told(name, '--help');
      expect([code, err]).toEqual([0, '']);
      expect(out.startsWith(`${name}: `)).toBe(true);
      expect(out).toContain(json);
      expect(out).toMatch(/\nExit codes: 0 [^]+\.\n$/);
      for (const asked of [
        [name, '-h'],
        ['help', name],
        ['--help', name],
      ])
        expect(await told(...asked)).toEqual({ code, out, err });
    },
  );
});

describe('the version', () => {
  test.for([['version'], ['--version']])('is a line: %s', async (args) => {
    expect(await told(...args)).toEqual({ code: 0, out: `${VERSION}\n`, err: '' });
  });

  test('is JSON where that is asked for, with what it runs on', async () => {
    const { code, out } = await told('version', '--json');
    const platform = `${process.platform} ${process.arch}`;
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { version: VERSION, node: process.versions.node, platform },
    ]);
  });
});

test.for<readonly [string, readonly string[], string]>([
  [
    'an unknown command',
    ['plam'],
    'unknown command plam; the commands are run, simulate, plan, crds, import, status, approve, uninstall, version; see --help',
  ],
  ['a word too many', ['version', 'now'], "Unexpected argument 'now'; see --help"],
  ['an unknown flag', ['version', '--short'], "Unknown option '--short'; see --help"],
])('%s is one line that leads on', async ([, args, line]) => {
  expect(await told(...args)).toEqual({ code: 2, out: '', err: `${line}\n` });
});
