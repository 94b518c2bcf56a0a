import { describe, expect, test } from 'vitest';
import { after, inOrder } from '../../model/chain.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import { planOf } from '../../model/plan.ts';
import { put } from '../../model/request.ts';
import {
  type Call,
  call,
  type Effect,
  describe as line,
  refuse,
  type Step,
  wait,
} from '../../model/step.ts';
import type { Policy } from '../pass/policy.ts';
import { consentAfter, stepName } from './consent.ts';
import { type Circumstances, decide } from './decide.ts';

const NOW = Date.parse('2026-01-02T00:00:00Z');
const SUBJECT = { uid: 'u', asked: 'spec-3', id: 12, consents: 0 };
const POLICY: Policy = {
  mode: 'Manage',
  deletion: 'Delete',
  drift: 'Default',
  loss: 'Hold',
  consent: 'Ask',
};
const set = (field: string, to: unknown, effect: Effect = 'none'): Call =>
  call(`Set ${field}`, put('/things/12', { [field]: to }), [{ field, from: 'old', to }], {
    effect,
  });
const now = (over: Partial<Circumstances> = {}, policy: Partial<Policy> = {}): Circumstances => ({
  subject: SUBJECT,
  status: {},
  approved: [],
  now: NOW,
  ...over,
  policy: { ...POLICY, ...policy },
});
const applied = (field: string, to: unknown) => ({
  status: { applied: { [field]: fingerprint(to) } },
});
const stored = (field: string, sent: unknown, kept: unknown) => ({
  status: { stored: [{ field, sent: fingerprint(sent), stored: fingerprint(kept) }] },
});
const both: Call = call('Set both', put('/things/12', {}), [
  { field: 'a', from: 'old', to: 1 },
  { field: 'b', from: 'old', to: 2 },
]);
const unsaid: Call = call('Set unset', put('/things/12', {}), []);
const hashOf = (...steps: readonly Step[]): string => planOf(SUBJECT, steps).hash;

const wipe = set('engine', 'b', 'destroys');
/** The record of a consent to wiping. */
const agreed = (at?: string) => ({
  status: {
    consent: {
      hash: 'other',
      asked: 'spec-3',
      steps: [stepName(wipe)],
      ...(at === undefined ? {} : { lastUsedAt: at }),
    },
  },
});

interface Row {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly now: Circumstances;
  readonly runs: readonly string[];
  readonly held?: string;
  readonly drift?: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'a change of the spec is applied',
    steps: [set('size', 40)],
    now: now(),
    runs: ['Set size'],
  },
  {
    name: 'a change of the spec that disrupts is applied: a user requested it',
    steps: [set('type', 'b', 'disrupts')],
    now: now(),
    runs: ['Set type'],
  },
  {
    name: 'a change of the spec that destroys waits for consent',
    steps: [wipe],
    now: now(),
    runs: [],
    held: 'ConsentRequired',
  },
  {
    name: 'what depends on a held step is held, and nothing else',
    steps: [...inOrder(set('a', 1), wipe, wait('it'), set('b', 2)), set('c', 3)],
    now: now(),
    runs: ['Set a', 'Set c'],
    held: 'ConsentRequired',
  },
  {
    name: 'what waits for the effect of a held step goes on',
    steps: [wipe, after(wait('it'), wipe), after(set('b', 2), wait('it'))],
    now: now(),
    runs: ['Set b'],
    held: 'ConsentRequired',
  },
  {
    name: 'what depends on a step that is only reported is done',
    steps: inOrder(set('a', 1), set('b', 2)),
    now: now(applied('a', 1), { drift: 'Report' }),
    runs: ['Set b'],
    drift: ['a'],
  },
  {
    name: 'consent for this plan lets it run',
    steps: [wipe],
    now: now({ approved: [hashOf(wipe)] }),
    runs: ['Set engine'],
  },
  {
    name: 'consent for another plan does not',
    steps: [wipe],
    now: now({ approved: [hashOf(set('engine', 'c', 'destroys'))] }),
    runs: [],
    held: 'ConsentRequired',
  },
  {
    name: 'consent that was used before names no later plan, were it the same',
    steps: [wipe],
    now: now({ approved: [hashOf(wipe)], subject: { ...SUBJECT, consents: 1 } }),
    runs: [],
    held: 'ConsentRequired',
  },
  {
    name: 'consent that was recorded lets it run',
    steps: [wipe],
    now: now(agreed('2026-01-01T00:00:01Z')),
    runs: ['Set engine'],
  },
  {
    name: 'consent that was recorded without a time lets it run',
    steps: [wipe],
    now: now(agreed()),
    runs: ['Set engine'],
  },
  {
    name: 'consent without progress for a day is over',
    steps: [wipe],
    now: now(agreed('2026-01-01T00:00:00Z')),
    runs: [],
    held: 'ConsentRequired',
  },
  {
    name: 'consent given in the spec lets it run',
    steps: [wipe],
    now: now({}, { consent: 'Auto' }),
    runs: ['Set engine'],
  },
  {
    name: 'what an adopted item lacks is done where it costs nothing',
    steps: [set('a', 1)],
    now: now({ adopting: true }),
    runs: ['Set a'],
  },
  {
    name: 'what disrupts an adopted item waits for consent, were corrections allowed',
    steps: [set('a', 1), set('type', 'b', 'disrupts')],
    now: now({ adopting: true }, { drift: 'Correct' }),
    runs: ['Set a'],
    held: 'ConsentRequired',
  },
  {
    name: 'what disrupts an adopted item is done where the spec gives consent',
    steps: [set('type', 'b', 'disrupts')],
    now: now({ adopting: true }, { consent: 'Auto' }),
    runs: ['Set type'],
  },
  {
    name: 'an action that a person asks for is done to an adopted item',
    steps: [
      { ...set('power', 'on', 'disrupts'), request: { verb: 'Reboot', name: 'now', uid: 'u' } },
    ],
    now: now({ adopting: true }),
    runs: ['Set power'],
  },
  {
    name: 'drift that disrupts nothing is corrected',
    steps: [set('a', 1)],
    now: now(applied('a', 1)),
    runs: ['Set a'],
  },
  {
    name: 'a correction that disrupts waits for consent',
    steps: [set('a', 1, 'disrupts')],
    now: now(applied('a', 1)),
    runs: [],
    held: 'ConsentRequired',
  },
  {
    name: 'a correction that disrupts is done where the spec says Correct',
    steps: [set('a', 1, 'disrupts')],
    now: now(applied('a', 1), { drift: 'Correct' }),
    runs: ['Set a'],
  },
  {
    name: 'with policy Report, drift is only reported, and a change of the spec is applied',
    steps: [set('a', 1), set('b', 2)],
    now: now(applied('a', 1), { drift: 'Report' }),
    runs: ['Set b'],
    drift: ['a'],
  },
  {
    name: 'an impossible change of the spec is refused',
    steps: [
      set('a', 1),
      refuse('spec.region', 'cannot change', { field: 'region', from: 'b', to: 'c' }),
    ],
    now: now(),
    runs: ['Set a', 'refuse'],
  },
  {
    name: 'drift that cannot be corrected is only reported',
    steps: [
      set('a', 1),
      refuse('spec.region', 'cannot change', { field: 'region', from: 'b', to: 'c' }),
    ],
    now: now(applied('region', 'c')),
    runs: ['Set a'],
    drift: ['region'],
  },
  {
    name: 'Observe does nothing and reports all',
    steps: [set('a', 1)],
    now: now({}, { mode: 'Observe' }),
    runs: [],
    drift: ['a'],
  },
  {
    name: 'Preview does nothing and shows the plan',
    steps: [set('a', 1)],
    now: now({}, { mode: 'Preview' }),
    runs: [],
    held: 'Preview',
  },
  {
    name: 'Preview says what cannot be done',
    steps: [refuse('spec.a', 'no')],
    now: now({}, { mode: 'Preview' }),
    runs: ['refuse'],
  },
  {
    name: 'what the service keeps in another form is not sent again',
    steps: [set('a', 1)],
    now: now(stored('a', 1, 'old')),
    runs: [],
  },
  {
    name: 'a pair of another desired value does not count',
    steps: [set('a', 2)],
    now: now(stored('a', 1, 'old')),
    runs: ['Set a'],
  },
  {
    name: 'nor does a pair of another field',
    steps: [set('a', 1)],
    now: now(stored('b', 1, 'old')),
    runs: ['Set a'],
  },
  {
    name: 'nor does one where something else is there by now',
    steps: [set('a', 1)],
    now: now(stored('a', 1, 'new')),
    runs: ['Set a'],
  },
  {
    name: 'a call is sent that is kept in another form in one of its fields only',
    steps: [both],
    now: now(stored('a', 1, 'old')),
    runs: ['Set both'],
  },
  {
    name: 'a call counts as a change of the spec if one of its fields does',
    steps: [both],
    now: now(applied('a', 1), { drift: 'Report' }),
    runs: ['Set both'],
  },
  {
    name: 'a call that names no field is no drift',
    steps: [unsaid],
    now: now(applied('a', 1), { drift: 'Report' }),
    runs: ['Set unset'],
  },
  {
    name: 'Observe reports uncorrectable drift, and refuses what is no difference',
    steps: [
      refuse('spec.region', 'cannot change', { field: 'region', from: 'b', to: 'c' }),
      refuse('spec.a', 'no'),
    ],
    now: now({}, { mode: 'Observe' }),
    runs: ['refuse'],
    drift: ['region'],
  },
  {
    name: 'Preview does nothing behind a wait either',
    steps: [wait('it'), set('a', 1)],
    now: now({}, { mode: 'Preview' }),
    runs: [],
    held: 'Preview',
  },
];

describe('what of a plan runs', () => {
  test.for(rows.map((row) => [row.name, row] as const))('%s', ([, row]) => {
    const decision = decide(row.steps, row.now);
    const runs = decision.run.flatMap((step) =>
      step.type === 'wait' ? [] : [step.type === 'call' ? step.verb : step.type],
    );
    expect(runs).toEqual(row.runs);
    expect(decision.held).toBe(row.held ?? null);
    expect(decision.drift.map((change) => change.field)).toEqual(row.drift ?? []);
  });
});

test('a wait follows the drift before or after it, and stays before a change of the spec', () => {
  const drifted = set('a', 1);
  const chains = [
    inOrder(wait('active'), drifted),
    [after(wait('done'), drifted)],
    inOrder(wait('idle'), set('b', 2)),
    [wait('ready')],
  ];
  const { run, drift } = decide(chains.flat(), now(applied('a', 1), { drift: 'Report' }));
  expect(run.map(line)).toEqual([
    'wait for idle',
    expect.stringContaining('Set b'),
    'wait for ready',
  ]);
  expect(drift).toHaveLength(1);
});

test('drift is reported by field under every policy; a change of the spec is not', () => {
  const steps = [
    set('a', 1),
    set('b', 2),
    refuse('spec.region', 'cannot change', { field: 'region', from: 'b', to: 'c' }),
  ];
  const status = { applied: { a: fingerprint(1), region: fingerprint('c') } };
  expect(decide(steps, now({ status })).drifting).toEqual(['a', 'region']);
});

test('consent for some steps is none for others, nor is it recorded for those that need none', () => {
  const { consented } = decide(
    [set('a', 1), wait('it'), wipe],
    now({ approved: [hashOf(set('a', 1), wait('it'), wipe)] }),
  );
  expect(consented?.steps).toEqual([stepName(wipe)]);
  const status = { consent: consented ?? undefined } as Circumstances['status'];
  for (const other of [
    set('engine', 'c', 'destroys'),
    set('type', 'b', 'destroys'),
    set('engine', 'b', 'irreversible'),
  ]) {
    expect(decide([other], now({ status })).held).toBe('ConsentRequired');
  }
});

test('consent holds for its steps after the steps before them are done, until the spec changes', () => {
  const other = set('type', 'c', 'irreversible');
  const first = decide(
    [set('a', 1), wipe, other],
    now({ approved: [hashOf(set('a', 1), wipe, other)] }),
  );
  const status = { consent: first.consented ?? undefined } as Circumstances['status'];
  expect(decide([other], now({ status })).held).toBeNull();
  expect(decide([other], now({ status, subject: { ...SUBJECT, asked: 'spec-4' } })).held).toBe(
    'ConsentRequired',
  );
});

test('the hash names uid, spec, item, verbs, effects and values, and nothing that changes by itself', () => {
  const base = hashOf(wipe, wait('a minute'));
  expect(hashOf(wipe, wait('an hour'))).toBe(base);
  const others = [
    planOf({ ...SUBJECT, uid: 'v' }, [wipe]),
    planOf({ ...SUBJECT, asked: 'spec-4' }, [wipe]),
    planOf({ ...SUBJECT, id: 13 }, [wipe]),
    planOf(SUBJECT, [set('engine', 'c', 'destroys')]),
    planOf(SUBJECT, [set('engine', 'b', 'none')]),
  ];
  expect(new Set([base, ...others.map((plan) => plan.hash)]).size).toBe(6);
});

test('a consent begins its day again when one of its steps is done', () => {
  const consent = {
    hash: 'h',
    asked: 'spec-3',
    steps: [stepName(wipe)],
    lastUsedAt: '2026-01-01T00:00:00.000Z',
  };
  const other = set('size', 1);
  const begins = (...did: readonly Step[]) =>
    consentAfter(consent, [other, wipe], (step) => did.includes(step), NOW)?.lastUsedAt;
  expect([begins(), begins(other), begins(wipe)]).toEqual([
    consent.lastUsedAt,
    consent.lastUsedAt,
    new Date(NOW).toISOString(),
  ]);
  expect(consentAfter(null, [wipe], () => true, NOW)).toBeNull();
});

test('a consent holds once for each of its steps: one that was done and is planned again asks again, once reads had time to show it', () => {
  const move = set('region', 'b', 'destroys');
  const given = {
    hash: 'h',
    asked: 'spec-3',
    steps: [stepName(wipe), stepName(move)],
    lastUsedAt: '2026-01-01T00:00:00.000Z',
  };
  const left = consentAfter(given, [wipe, move], (step) => step === wipe, NOW) as NonNullable<
    Circumstances['status']['consent']
  >;
  expect(left).toEqual({
    ...given,
    done: [stepName(wipe)],
    lastUsedAt: new Date(NOW).toISOString(),
  });
  const stepsOf = (laterMs: number) =>
    decide([wipe, move], now({ status: { consent: left }, now: NOW + laterMs })).consented?.steps;
  expect([stepsOf(0), stepsOf(119_999)]).toEqual([given.steps, given.steps]);
  expect([stepsOf(120_000), stepsOf(-1)]).toEqual([[stepName(move)], [stepName(move)]]);
  const alone = { ...left, steps: [stepName(wipe)] };
  expect(decide([wipe], now({ status: { consent: alone }, now: NOW + 120_000 })).held).toBe(
    'ConsentRequired',
  );
});

test('a consent holds only for those of its steps that the plan still names', () => {
  const move = set('region', 'b', 'destroys');
  const consent = {
    hash: 'h',
    asked: 'spec-3',
    steps: [stepName(wipe), stepName(move)],
    lastUsedAt: '2026-01-01T00:00:00.000Z',
  };
  expect(consentAfter(consent, [set('size', 1), move], () => false, NOW)).toEqual({
    ...consent,
    steps: [stepName(move)],
    done: [],
  });
  expect(consentAfter(consent, [set('size', 1)], () => false, NOW)).toBeNull();
});
