import { describe, expect, test } from 'vitest';
import { type Failure, fail, ok } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import { post } from '../../model/request.ts';
import { type Call, call, refuse, type Step, wait } from '../../model/step.ts';
import { DEFAULT_SETTINGS } from '../environment.ts';
import { newMemory } from '../loop/memory.ts';
import type { Located } from '../pass.ts';
import { execute } from './execute.ts';

const NOW = Date.UTC(2026, 0, 1);
const step = (verb: string, extra: Partial<Call> = {}): Call => ({
  ...call(verb, post(`/things/${verb}`, {}), [{ field: verb, from: null, to: 1 }]),
  ...extra,
});
const REJECTED: Failure = { code: 'Rejected', problems: [{ reason: 'no' }] };
const BUSY: Failure = { code: 'Busy', detail: 'busy' };
const LOST: Failure = { code: 'Unreachable', detail: 'cut off' };

/** A pass of which only what executing reaches is there; `answers`: how the service fails, by verb. */
function passOf(answers: Readonly<Record<string, Failure>> = {}, once: Readonly<Record<string, string>> = {}) {
  const recorded: object[] = [];
  const sent: string[] = [];
  const memory = newMemory(NOW);
  const pass = {
    env: { clock: { now: () => NOW }, settings: DEFAULT_SETTINGS },
    copy: { record: async (status: object) => ok(void recorded.push(status)) },
    account: {
      write: async ({ path }: Call['write']) => {
        const verb = path.slice('/things/'.length);
        sent.push(verb);
        const failure = answers[verb];
        return failure === undefined ? ok({}) : fail(failure);
      },
    },
    subject: { status: { once }, object: { metadata: { generation: 1 } } },
    memory,
  } as unknown as Located;
  return { pass, recorded, sent, memory };
}

interface Row {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly answers?: Readonly<Record<string, Failure>>;
  readonly sends: readonly string[];
  readonly stopped: string | null;
  readonly applied: readonly string[];
}

const rows: readonly Row[] = [
  { name: 'all steps in their order', steps: [step('a'), step('b')], sends: ['a', 'b'], stopped: null, applied: ['a', 'b'] },
  { name: 'up to the first wait', steps: [step('a'), wait('it'), step('b')], sends: ['a'], stopped: 'waiting', applied: ['a'] },
  { name: 'up to the first refusal', steps: [refuse('spec.a', 'no'), step('b')], sends: [], stopped: 'refused', applied: [] },
  { name: 'up to the first failure', steps: [step('a'), step('b')], answers: { a: BUSY }, sends: ['a'], stopped: 'Busy', applied: [] },
  {
    name: 'past the failure of an independent step, which is told at the end',
    steps: [step('a', { independent: true }), step('b')],
    answers: { a: REJECTED },
    sends: ['a', 'b'],
    stopped: 'Rejected',
    applied: ['b'],
  },
  {
    name: 'up to a refusal, which does not hide that a step before it failed',
    steps: [step('a', { independent: true }), refuse('spec.b', 'no')],
    answers: { a: LOST },
    sends: ['a'],
    stopped: 'Unreachable',
    applied: [],
  },
  {
    name: 'up to a wait, which does not hide a failure before it that a person has to mend',
    steps: [step('a', { independent: true }), wait('it'), step('b')],
    answers: { a: REJECTED },
    sends: ['a'],
    stopped: 'Rejected',
    applied: [],
  },
  {
    name: 'up to a wait, whatever failed before it that passes by itself',
    steps: [step('a', { independent: true }), wait('it')],
    answers: { a: BUSY },
    sends: ['a'],
    stopped: 'waiting',
    applied: [],
  },
  {
    name: 'up to a failure that a person has to mend, which does not hide one that passes by itself',
    steps: [step('a', { independent: true }), step('b')],
    answers: { a: BUSY, b: REJECTED },
    sends: ['a', 'b'],
    stopped: 'Busy',
    applied: [],
  },
  {
    name: 'up to a failure that passes by itself, whatever failed before it',
    steps: [step('a', { independent: true }), step('b')],
    answers: { a: REJECTED, b: LOST },
    sends: ['a', 'b'],
    stopped: 'Unreachable',
    applied: [],
  },
];

const wordFor = (stopped: Outcome | null): string | null => (stopped?.type === 'failed' ? stopped.failure.code : (stopped?.type ?? null));

describe('a plan is executed', () => {
  test.for(rows.map((row) => [row.name, row] as const))('%s', async ([, row]) => {
    const { pass, sent } = passOf(row.answers);
    const execution = await execute(pass, row.steps);
    expect(sent).toEqual(row.sends);
    expect(wordFor(execution.stopped)).toBe(row.stopped);
    expect(Object.keys(execution.applied)).toEqual(row.applied);
  });
});

describe('a one-shot action', () => {
  const reboot = step('reboot', { request: { verb: 'reboot', token: 't' } });

  test.each([
    ['Done', undefined],
    ['Waiting: busy', BUSY],
    ['Refused: no', REJECTED],
    ['OutcomeUnknown', LOST],
  ])('ends as %s', async (result, failure) => {
    const { pass, recorded } = passOf(failure === undefined ? {} : { reboot: failure });
    const execution = await execute(pass, [reboot]);
    expect(recorded).toEqual([{ requests: { reboot: { token: 't', at: '2026-01-01T00:00:00.000Z', result: 'Sent' } } }]);
    expect(execution.results).toEqual({ reboot: result });
    expect(execution.applied).toEqual({});
  });
});

describe('a request that must not be repeated', () => {
  const make = step('make', { once: 'pool a' });
  const before = (ms: number) => new Date(NOW - ms).toISOString();

  test.each([
    ['is recorded and sent, and stays open until it shows', {}, {}, ['make'], []],
    ['is closed by a definitive refusal', { make: REJECTED }, {}, ['make'], ['pool a']],
    ['stays open where its answer was lost', { make: LOST }, {}, ['make'], []],
    ['is not sent again while it may still show', {}, { 'pool a': before(10_000) }, [], []],
    ['is sent again when it left no sign for long', {}, { 'pool a': before(16 * 60_000) }, ['make'], []],
  ] as const)('%s', async (_name, answers, once, sends, closed) => {
    const { pass, sent, memory } = passOf(answers, once);
    const execution = await execute(pass, [make]);
    expect([sent, execution.closed]).toEqual([sends, closed]);
    expect(memory.unsettled).toBe(sends.length > 0 && !('make' in answers && answers.make === REJECTED));
  });

  test('is not sent again for the same spec where it showed and shows no more, and is for another', async () => {
    const { pass, sent } = passOf();
    await execute(pass, [make]);
    const { stopped } = await execute(pass, [make]);
    expect([sent, wordFor(stopped)]).toEqual([['make'], 'waiting']);
    const changed = { ...pass, subject: { ...pass.subject, object: { ...pass.subject.object, metadata: { generation: 2 } } } } as Located;
    await execute(changed, [make]);
    expect(sent).toEqual(['make', 'make']);
  });

  test('is sent again after a definitive refusal', async () => {
    const { pass, sent } = passOf({ make: REJECTED });
    await execute(pass, [make]);
    await execute(pass, [make]);
    expect(sent).toEqual(['make', 'make']);
  });
});
