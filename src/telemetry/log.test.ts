import { describe, expect, test } from 'vitest';
import type { PassRecord } from '../engine/ports/telemetry.ts';
import { Secret } from '../model/secret.ts';
import { LineBudget } from './line-budget.ts';
import { createLog, type Log, type LogOptions, logPass } from './log.ts';

const QUIET: PassRecord = {
  kind: 'Thing',
  namespace: 'team',
  name: 'web',
  outcome: 'settled',
  detail: 'up to date',
  steps: [],
  failedSteps: [],
  driftFound: 0,
  driftCorrected: 0,
  waitedMs: 0,
  tookMs: 12,
  wrote: 0,
};
const GROW = 'Grow (POST /things/1/grow) size: 20 -> 40';

function lines(
  options: Partial<LogOptions>,
  say: (log: Log) => void,
  terminal = { isTerminal: false, colours: false },
): readonly string[] {
  const written: string[] = [];
  say(
    createLog(
      { level: 'info', format: 'json', ...options },
      { ...terminal, write: (line) => void written.push(line) },
    ),
  );
  return written;
}

const about = (
  pass: Partial<PassRecord>,
  level: LogOptions['level'] = 'info',
): readonly Record<string, unknown>[] =>
  lines({ level }, (log) => logPass(log, { ...QUIET, ...pass }, new LineBudget(() => 0))).map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );

describe('a pass', () => {
  test('that did nothing leaves no line', () => expect(about({})).toEqual([]));

  test('that did nothing leaves one line at level debug', () => {
    expect(about({}, 'debug')).toMatchObject([
      { level: 'debug', msg: 'looked', kind: 'Thing', namespace: 'team', name: 'web' },
    ]);
  });

  test('that did something leaves one, with what it did and to what', () => {
    const [line, ...more] = about({ outcome: 'acted', steps: [GROW] });
    expect(more).toEqual([]);
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      kind: 'Thing',
      namespace: 'team',
      name: 'web',
      outcome: 'acted',
      detail: QUIET.detail,
      tookMs: 12,
      steps: [GROW],
      msg: 'acted',
    });
  });

  test.each<readonly [string, Partial<PassRecord>, object]>([
    [
      'whose only step failed',
      { steps: [GROW], failedSteps: [GROW], failure: { code: 'Busy', detail: '' } },
      { msg: 'tried', failed: [GROW] },
    ],
    [
      'of whose steps one failed',
      { steps: ['Boot', GROW], failedSteps: [GROW] },
      { msg: 'acted', steps: ['Boot'], failed: [GROW] },
    ],
    ['that wrote to Kubernetes only', { wrote: 1 }, { level: 'info', msg: 'reported' }],
    [
      'that failed says with which failure',
      { wrote: 1, failure: { code: 'Denied', detail: '' } },
      { failure: 'Denied' },
    ],
    [
      'that threw is an error with its place',
      { error: new Error('a bug') },
      { level: 'error', error: expect.stringMatching(/a bug\n +at /) },
    ],
    ['that threw what is no error', { error: { odd: 1 } }, { level: 'error', error: '{"odd":1}' }],
  ])('%s', (_name, pass, line) => expect(about(pass)).toMatchObject([line]));

  test('whose only step failed does not say that it was done', () => {
    expect(about({ steps: [GROW], failedSteps: [GROW] })[0]).not.toHaveProperty('steps');
  });
});

describe('an entry', () => {
  const say = (log: Log): void => log.warn({ resource: 'things', count: 2 }, 'a watch ended');
  const TERMINAL = { isTerminal: true, colours: false };

  test('is one line of JSON where no person looks', () => {
    for (const format of ['json', 'auto'] as const) {
      const written = lines({ format }, say);
      expect(written).toHaveLength(1);
      expect(written[0]).toMatch(
        /^\{"level":"warn","time":"[^"]+","resource":"things","count":2,"msg":"a watch ended"\}\n$/,
      );
    }
  });

  test('is a line for people on a terminal, or where it is asked for', () => {
    for (const written of [
      lines({ format: 'auto' }, say, TERMINAL),
      lines({ format: 'pretty' }, say),
    ])
      expect(written).toEqual([
        expect.stringMatching(/^\d\d:\d\d:\d\d warn {2}a watch ended resource=things count=2\n$/),
      ]);
  });

  test('is JSON on a terminal too where that is asked for', () => {
    expect(JSON.parse(lines({ format: 'json' }, say, TERMINAL)[0] ?? '')).toMatchObject({
      msg: 'a watch ended',
    });
  });

  test('has the colour of its level where colours are welcome', () => {
    const coloured = lines({ format: 'auto' }, say, { isTerminal: true, colours: true })[0] ?? '';
    expect(coloured.startsWith('\u001b[33m')).toBe(true);
    expect(coloured.endsWith('\u001b[0m\n')).toBe(true);
  });

  test('does not let what others wrote steer a terminal', () => {
    const [line] = lines({ format: 'pretty' }, (log) => log.info({ name: 'a\u001b[2Jb' }, 'acted'));
    expect(line).toContain('name=a\\u001b[2Jb');
  });

  test('is one line for people whatever names and messages hold', () => {
    const forged = 'x\n00:00:00 info  all is well';
    const written = lines({ format: 'pretty' }, (log) =>
      log.info({ name: forged, detail: { text: '\u2028\u202e' } }, forged),
    ).join('');
    expect(written.match(/\n/g)).toHaveLength(1);
    expect(written).not.toMatch(/[\u2028\u202e]/);
    const thrown = lines({ format: 'pretty' }, (log) =>
      log.error({ error: `Error: ${forged}\n    at f` }, 'a pass threw'),
    ).join('');
    expect(thrown).not.toMatch(/^00:00:00/m);
  });

  test('never holds what is secret', () => {
    const secret = 'planted-secret';
    const said = lines({ level: 'debug' }, (log) => {
      log.info(
        {
          token: secret,
          password: secret,
          authorization: secret,
          credential: { token: secret, password: secret },
        },
        'x',
      );
      log.info({ wrapped: new Secret(secret) }, 'y');
    }).join('');
    expect(said).toContain('[redacted]');
    expect(said).not.toContain(secret);
  });

  test('below the level is not written', () => {
    expect(lines({ level: 'error' }, say)).toEqual([]);
  });
});

describe('an object that alternates between two states', () => {
  const HOUR_S = 3_600;
  const STATES: readonly Partial<PassRecord>[] = [
    { outcome: 'waiting', wrote: 1 },
    { outcome: 'failed', steps: [GROW], failedSteps: [GROW] },
  ];

  /** Returns the lines of an hour in which an object has a pass every second. */
  function hourOf(passes: readonly Partial<PassRecord>[], level: LogOptions['level'] = 'info') {
    return lines({ level }, (log) => {
      let second = 0;
      const budget = new LineBudget(() => second * 1_000);
      for (; second < HOUR_S; second++)
        logPass(log, { ...QUIET, ...passes[second % passes.length] }, budget);
    }).map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  }

  test('leaves twenty lines at once and one a minute, which say how many are left out', () => {
    const told = hourOf(STATES);
    expect(told).toHaveLength(20 + 59);
    const leftOut = told.map((line) => Number(line['leftOut'] ?? 0));
    expect(leftOut.slice(0, 20)).toEqual(Array(20).fill(0));
    expect(leftOut.slice(21)).toEqual(Array(58).fill(59));
  });

  test('leaves every line at level debug', () =>
    expect(hourOf(STATES, 'debug')).toHaveLength(HOUR_S));

  test('leaves a line for each request that took effect', () =>
    expect(hourOf([{ outcome: 'acted', steps: [GROW] }])).toHaveLength(HOUR_S));

  test('takes no lines from another object', () => {
    const told = hourOf([...STATES, { name: 'other', wrote: 1 }]);
    expect(told.filter(({ name }) => name === 'other')).toHaveLength(20 + 59);
  });
});
