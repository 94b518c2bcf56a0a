import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runSimulator } from './main.ts';

interface Started {
  readonly url: string;
  readonly tokens: { readonly admin: string };
}

interface Program {
  readonly started: Promise<Started>;
  readonly errors: string[];
  stop(): Promise<number>;
}

const start = (...argv: readonly string[]): Program => {
  const ending = Promise.withResolvers<void>();
  const started = Promise.withResolvers<Started>();
  const errors: string[] = [];
  const code = runSimulator(argv, {
    out: (line) => started.resolve(JSON.parse(line) as Started),
    err: (line) => errors.push(line),
    ended: () => ending.promise,
  });
  return {
    started: started.promise,
    errors,
    stop: () => {
      ending.resolve();
      return code;
    },
  };
};

const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 'simulator-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
};

const ask = (at: Started, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${at.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${at.tokens.admin}`, 'content-type': 'application/json' },
  });

test.each([
  [['--port', 'many'], '--port'],
  [['--port', '70000'], '--port'],
  [['--speed', '0'], '--speed'],
  [['--dialect', 'french'], '--dialect must be recorded or documents'],
  [['--clock', 'slow'], '--clock must be real or manual'],
  [['--limits', 'none'], '--limits must be real, scaled or off'],
  [['--state', 'no/such/folder/world.json'], 'nothing can be kept in no/such/folder/world.json'],
  [['--prot', '1'], "Unknown option '--prot'; see simulate --help"],
  [['extra'], 'extra'],
])('%j is one clear line and exit code 2', async (argv, word) => {
  const program = start(...argv);
  expect(await program.stop()).toBe(2);
  expect(program.errors).toHaveLength(1);
  expect(program.errors[0]).toContain(word);
});

test('a port that is taken is one clear line and exit code 2', async () => {
  const first = start('--port', '0', '--quiet');
  const { url } = await first.started;
  const second = start('--port', new URL(url).port);
  expect([await second.stop(), second.errors.length]).toEqual([2, 1]);
  expect(await first.stop()).toBe(0);
});

test('the world and what is pending survive a restart', async () => {
  const state = join(await folder(), 'world.json');
  const before = start('--port', '0', '--quiet', '--state', state, '--speed', '1000');
  const first = await before.started;
  const made = await ask(first, '/volumes', {
    method: 'POST',
    body: '{"label":"kept","region":"us-east"}',
  });
  expect(made.status).toBe(200);
  expect(await before.stop()).toBe(0);
  expect(JSON.parse(await readFile(state, 'utf8'))).toMatchObject({ version: 1 });
  const after = start('--port', '0', '--quiet', '--state', state, '--speed', '1000');
  const second = await after.started;
  expect(second.tokens).toEqual(first.tokens);
  await expect
    .poll(async () => (await (await ask(second, '/volumes')).json()) as object)
    .toMatchObject({ data: [{ label: 'kept', status: 'active' }] });
  await after.stop();
});

test.each(['{', '{"version":2}', '[]'])('a state file that holds %s is refused', async (text) => {
  const state = join(await folder(), 'world.json');
  await writeFile(state, text);
  const program = start('--port', '0', '--state', state);
  expect([await program.stop(), program.errors.length]).toEqual([2, 1]);
});

test('requests are logged, except with --quiet', async () => {
  const program = start('--port', '0');
  await ask(await program.started, '/regions');
  await program.stop();
  expect(program.errors).toEqual(['GET /v4/regions 200']);
});

test.each([
  ['real', 499, [10, 1], 429],
  ['real', 29_999, [10, 1], 429],
  ['real', 30_000, [10, 1], 200],
  ['scaled', 499, [10, 1], 429],
  ['scaled', 500, [10, 1], 200],
  ['off', 0, [11, 0], 200],
])(
  '--limits %s at speed 60: %i ms after eleven creates, of which %j were made and refused, the next one is answered %i',
  async (limits, ms, counts, status) => {
    const program = start(
      '--port',
      '0',
      '--quiet',
      '--speed',
      '60',
      '--clock',
      'manual',
      '--limits',
      limits,
    );
    const at = await program.started;
    const create = async (): Promise<number> =>
      (
        await ask(at, '/compute/instances', {
          method: 'POST',
          body: '{"region":"us-east","type":"g6-nanode-1"}',
        })
      ).status;
    const answers: number[] = [];
    for (let count = 0; count < 11; count += 1) answers.push(await create());
    await fetch(new URL('/__sim/advance', at.url), {
      method: 'POST',
      body: JSON.stringify({ ms }),
    });
    const [next] = [await create()];
    expect([
      answers.filter((one) => one === 200).length,
      answers.filter((one) => one === 429).length,
      next,
    ]).toEqual([...counts, status]);
    expect(await program.stop()).toBe(0);
  },
);
