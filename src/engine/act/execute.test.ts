import { describe, expect, test } from 'vitest';
import { phaseOf } from '../../../test/support/operations.ts';
import { OPERATION_UID, stage } from '../../../test/support/stage.ts';
import { after, inOrder } from '../../model/chain.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import { post } from '../../model/request.ts';
import { readStatus } from '../../model/status-layout.ts';
import { type Call, call, refuse, type Step, wait } from '../../model/step.ts';
import { newMemory } from '../pass/memory.ts';
import type { Located } from '../pass/pass.ts';
import { DEFAULT_SETTINGS } from '../term/environment.ts';
import { execute } from './execute.ts';

const NOW = Date.UTC(2026, 0, 1);
const step = (verb: string, extra: Partial<Call> = {}): Call => ({
  ...call(verb, post(`/things/${verb}`, {}), [{ field: verb, from: null, to: 1 }]),
  ...extra,
});
const REJECTED: Failure = { code: 'Rejected', problems: [{ reason: 'no' }] };
const BUSY: Failure = { code: 'Busy', detail: 'busy' };
const TOKEN: Failure = { code: 'Unauthenticated', detail: 'Invalid Token' };
const FENCED: Failure = { code: 'Fenced', detail: 'another leads' };
const LOST: Failure = { code: 'Unreachable', detail: 'cut off' };

/** Builds the part of a pass that execution uses. @param answers failures of the service by verb */
function passOf(
  answers: Readonly<Record<string, Failure>> = {},
  once: Readonly<Record<string, string>> = {},
) {
  const recorded: object[] = [];
  const sent: string[] = [];
  const memory = newMemory(NOW);
  const pass = {
    env: { clock: { now: () => NOW }, settings: DEFAULT_SETTINGS },
    copy: {
      object: { status: {} },
      record: async (status: object) => ok(void recorded.push(status)),
    },
    account: {
      write: async ({ path }: Call['write']) => {
        const verb = path.slice('/things/'.length);
        sent.push(verb);
        const failure = answers[verb];
        return failure === undefined ? ok({}) : fail(failure);
      },
    },
    desired: { spec: {} },
    subject: { kind: { refs: [] }, status: { once }, object: { metadata: { generation: 1 } } },
    memory,
  } as unknown as Located;
  return { pass, recorded, sent, memory };
}

interface Row {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly answers?: Readonly<Record<string, Failure>>;
  readonly sends: readonly string[];
  readonly stops: readonly string[];
  readonly applied: readonly string[];
}

const [a, b, c] = [step('a'), step('b'), step('c')];
const shown = after(wait('the effect'), a);

const rows: readonly Row[] = [
  {
    name: 'all steps in their order',
    steps: [a, b],
    sends: ['a', 'b'],
    stops: [],
    applied: ['a', 'b'],
  },
  {
    name: 'past a wait that nothing depends on',
    steps: [wait('it'), a],
    sends: ['a'],
    stops: ['waiting'],
    applied: ['a'],
  },
  {
    name: 'without what depends on a wait',
    steps: [...inOrder(wait('it'), a, b), c],
    sends: ['c'],
    stops: ['waiting'],
    applied: ['c'],
  },
  {
    name: 'past a refusal',
    steps: [refuse('spec.a', 'no'), b],
    sends: ['b'],
    stops: ['refused'],
    applied: ['b'],
  },
  {
    name: 'past a failure, without what depends on it',
    steps: [...inOrder(a, wait('it'), b), c],
    answers: { a: REJECTED },
    sends: ['a', 'c'],
    stops: ['Rejected'],
    applied: ['c'],
  },
  {
    name: 'up to a wait for what was begun',
    steps: inOrder(a, wait('it'), b),
    sends: ['a'],
    stops: ['waiting'],
    applied: ['a'],
  },
  {
    name: 'up to a wait for the effect of what was begun',
    steps: [a, shown, after(b, shown)],
    sends: ['a'],
    stops: ['waiting'],
    applied: ['a'],
  },
  {
    name: 'past a wait for the effect of what was refused',
    steps: [a, shown, after(b, shown)],
    answers: { a: BUSY },
    sends: ['a', 'b'],
    stops: ['Busy'],
    applied: ['b'],
  },
  {
    name: 'up to a wait for the effect of what may have been begun',
    steps: [a, shown, after(b, shown)],
    answers: { a: LOST },
    sends: ['a'],
    stops: ['Unreachable', 'waiting'],
    applied: [],
  },
  {
    name: 'past all that holds steps up',
    steps: [a, b, refuse('spec.c', 'no')],
    answers: { a: BUSY, b: LOST },
    sends: ['a', 'b'],
    stops: ['Busy', 'Unreachable', 'refused'],
    applied: [],
  },
  {
    name: 'up to a token that is not accepted',
    steps: [a, b],
    answers: { a: TOKEN },
    sends: ['a'],
    stops: ['Unauthenticated'],
    applied: [],
  },
  {
    name: 'up to the end of the lead',
    steps: [a, b],
    answers: { a: FENCED },
    sends: ['a'],
    stops: ['Fenced'],
    applied: [],
  },
];

const wordFor = (stop: Outcome): string => (stop.type === 'failed' ? stop.failure.code : stop.type);

describe('a plan is executed', () => {
  test.for(rows.map((row) => [row.name, row] as const))('%s', async ([, row]) => {
    const { pass, sent } = passOf(row.answers);
    const execution = await execute(pass, row.steps);
    expect(sent).toEqual(row.sends);
    expect(execution.stops.map(wordFor)).toEqual(row.stops);
    expect(Object.keys(execution.applied)).toEqual(row.applied);
  });

  test('up to a record that cannot be written: the copy of the object is not the newest', async () => {
    const { pass, sent } = passOf();
    const stale = {
      ...pass,
      copy: {
        object: pass.copy.object,
        record: async () => fail({ code: 'Conflict', detail: 'newer' }),
      },
    } as unknown as Located;
    const { stops } = await execute(stale, [step('a', { once: 'a' }), b]);
    expect([sent, stops.map(wordFor)]).toEqual([[], ['Overtaken']]);
  });
});

describe('an Operation', () => {
  const reboot = step('reboot', {
    request: { verb: 'Reboot', name: 'now', uid: OPERATION_UID },
  });

  test.each([
    ['Done', undefined, undefined],
    ['Waiting', 'busy', BUSY],
    ['Refused', 'no', REJECTED],
    ['OutcomeUnknown', 'cut off', LOST],
  ])('ends as %s (%s)', async (state, message, failure) => {
    const told: unknown[] = [];
    const { pass, cluster } = stage({
      operations: { now: { verb: 'Reboot' } },
      account: {
        write: async () => {
          told.push(readStatus(pass.copy.object.status).operations?.[OPERATION_UID]?.state);
          told.push(phaseOf(cluster, { kind: 'Operation', namespace: 'team', name: 'now' }));
          return failure === undefined ? ok({}) : fail(failure);
        },
      },
    });
    const execution = await execute(pass, [reboot]);
    expect(told).toEqual(['Sent', 'Running']);
    expect(execution.result).toEqual({
      verb: 'Reboot',
      state,
      ...(message === undefined ? {} : { message }),
    });
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
    [
      'is sent again when it left no sign for long',
      {},
      { 'pool a': before(16 * 60_000) },
      ['make'],
      [],
    ],
  ] as const)('%s', async (_name, answers, once, sends, closed) => {
    const { pass, sent, memory } = passOf(answers, once);
    const execution = await execute(pass, [make]);
    expect([sent, execution.closed]).toEqual([sends, closed]);
    expect(memory.unsettled).toBe(
      sends.length > 0 && !('make' in answers && answers.make === REJECTED),
    );
  });

  test('is not sent again for the same spec where it showed and shows no more, nor for an approval of a plan, and is for another spec', async () => {
    const { pass, sent } = passOf();
    await execute(pass, [make]);
    const { stops } = await execute(pass, [make]);
    expect([sent, stops.map(wordFor)]).toEqual([['make'], ['waiting']]);
    const withSpec = (spec: object): Located => ({
      ...pass,
      subject: { ...pass.subject, object: { ...pass.subject.object, spec } },
    });
    await execute(withSpec({ policy: { approvedPlan: 'ab12' } }), [make]);
    expect(sent).toEqual(['make']);
    await execute(withSpec({ size: 2 }), [make]);
    expect(sent).toEqual(['make', 'make']);
  });

  test('is sent again after a definitive refusal', async () => {
    const { pass, sent } = passOf({ make: REJECTED });
    await execute(pass, [make]);
    await execute(pass, [make]);
    expect(sent).toEqual(['make', 'make']);
  });
});
