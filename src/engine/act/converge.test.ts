import { describe, expect, test } from 'vitest';
import {
  change,
  OBSERVED,
  on,
  play,
  refusing,
  SIZE,
  step,
} from '../../../test/support/converging.ts';
import { OPERATION_UID, type Scene } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import type { Failure } from '../../model/failure.ts';
import { digest, fingerprint } from '../../model/fingerprint.ts';
import { ANNOTATION } from '../../model/group.ts';
import { planOf } from '../../model/plan.ts';
import { refuse, type Step, wait } from '../../model/step.ts';
import type { Repeat } from '../pass/correction-backoff.ts';
import type { Findings } from '../pass/pass.ts';
import { stepName } from './consent.ts';
import { converge } from './converge.ts';

const AT = new Date(NOW).toISOString();
const COLOR = step('paint', [change('color', 'red')]);
const COSTLY = step('rebuild', [change('seed', 'x')], { effect: 'destroys', loses: 'all' });
const print = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, fingerprint(value)]));
const DENIED: Failure = { code: 'Denied', detail: 'no' };
const REJECTED: Failure = { code: 'Rejected', problems: [{ field: 'size', reason: 'too big' }] };

const planFor = (spec: object, ...steps: readonly Step[]) =>
  planOf(
    { uid: '00000000-0000-4000-8000-000000000001', asked: digest(spec), id: 7, consents: 0 },
    steps,
  );
const plan = (...steps: readonly Step[]) => planFor({}, ...steps);
const PREVIEWED = planFor({ policy: { mode: 'Preview' } }, SIZE);

describe('an item that is there', () => {
  test('and as it is wanted is settled, and everything counts as applied', async () => {
    const world = on([], {
      status: {
        once: { a: AT },
        operations: { u: { name: 'n', verb: 'Reboot', changedAt: AT, state: 'Done' } },
      },
    });
    expect(await converge(world.pass, OBSERVED, {})).toEqual({
      id: 7,
      account: 'A',
      operator: { name: 'system/cloudinfra-operator', cluster: world.cluster.uid() },
      observed: OBSERVED,
      health: { ready: true, reason: 'Idle', message: 'it is there' },
      mirrored: {},
      ids: {},
      outcome: { type: 'settled' },
      besides: [],
      applied: print({ size: 3, color: 'red', seed: 'x' }),
      stored: [],
      strayed: [],
      drift: [],
      plan: null,
      asking: [],
      consent: null,
      operations: { u: { name: 'n', verb: 'Reboot', changedAt: AT, state: 'Done' } },
      lastHandledSync: null,
      once: {},
      drifting: [],
      corrected: [],
      did: [],
      failed: [],
    });
  });

  test.each<[string, readonly Step[], Scene, Partial<Findings>]>([
    [
      'is brought to what is wanted',
      [SIZE, COLOR],
      {},
      {
        outcome: { type: 'acted', verbs: ['resize', 'paint'] },
        applied: print({ size: 3, color: 'red' }),
        plan: null,
      },
    ],
    [
      'keeps what was applied before',
      [SIZE],
      { status: { applied: print({ seed: 'old', other: 1 }) } },
      { applied: print({ size: 3, seed: 'old' }) },
    ],
    [
      'counts a held field as not applied',
      [SIZE, step('again', [change('size', 3)], { effect: 'destroys' })],
      {},
      {
        applied: {},
        outcome: {
          type: 'held',
          why: 'ConsentRequired',
          plan: plan(SIZE, step('again', [change('size', 3)], { effect: 'destroys' })),
        },
      },
    ],
    [
      'keeps what is open where nothing is settled',
      [wait('peace')],
      { status: { once: { a: AT } } },
      { once: { a: AT }, applied: {}, plan: null },
    ],
    [
      'closes what was certainly not done',
      [step('grow', [], { once: 'b' })],
      { ...refusing('grow', DENIED), status: { once: { a: AT } } },
      { once: { a: AT } },
    ],
    [
      'shows its plan where two steps are held up',
      [wait('peace'), refuse('spec.size', 'no')],
      {},
      { plan: plan(wait('peace'), refuse('spec.size', 'no')) },
    ],
    [
      'reports the refusal before the wait',
      [wait('peace'), refuse('spec.size', 'no')],
      {},
      {
        outcome: { type: 'refused', field: 'spec.size', detail: 'no' },
        besides: [{ type: 'waiting', for: 'peace', recheckMs: 5_000, reason: 'Waiting' }],
      },
    ],
    [
      'reports drift that policy only reports',
      [SIZE],
      { status: { applied: print({ size: 3 }) }, spec: { policy: { drift: 'Report' } } },
      {
        outcome: { type: 'drifted', fields: ['size'] },
        drift: SIZE.changes,
        drifting: ['size'],
        corrected: [],
      },
    ],
    [
      'is put right',
      [SIZE],
      { status: { applied: print({ size: 3 }) } },
      {
        drifting: ['size'],
        corrected: ['size'],
        did: ['resize (POST /gadgets/7/resize) size: 3'],
      },
    ],
    [
      'reports the refused request',
      [SIZE],
      refusing('resize', DENIED),
      {
        failed: ['resize (POST /gadgets/7/resize) size: 3'],
        outcome: { type: 'failed', failure: DENIED },
      },
    ],
    [
      'is not touched in mode Preview',
      [SIZE],
      { spec: { policy: { mode: 'Preview' } } },
      { did: [], outcome: { type: 'held', why: 'Preview', plan: PREVIEWED }, plan: PREVIEWED },
    ],
    [
      'waits for a reference',
      [],
      {
        located: {
          resolution: {
            spec: {},
            ids: {},
            missing: [
              // Only a creation uses it: Gadget.createOnly.
              { ref: { path: 'seed.partRef' } as never, for: 'Part/w' },
              { ref: { path: 'partRef' } as never, for: 'Part/x' },
              { ref: { path: 'partRef' } as never, for: 'Part/y' },
            ],
            unresolved: {},
            watched: [],
          },
        },
      },
      {
        outcome: {
          type: 'waiting',
          for: 'Part/x',
          recheckMs: 60_000,
          reason: 'WaitingForReference',
        },
        besides: [],
      },
    ],
  ])('%s', async (_, steps, scene, findings) => {
    expect(await play(steps, scene)).toMatchObject(findings);
  });

  test('that differs is asked about once it was adopted', async () => {
    const disrupting = step('restart', [change('size', 3)], { effect: 'disrupts' });
    expect((await play([disrupting], {}, { adopting: true })).outcome).toMatchObject({
      type: 'held',
      adopting: true,
    });
    expect((await play([disrupting], {}, {})).outcome).toMatchObject({ type: 'acted' });
    expect((await play([COSTLY], {}, {})).outcome).toEqual({
      type: 'held',
      why: 'ConsentRequired',
      plan: plan(COSTLY),
    });
  });

  test('looks as the last answer shows it, and as it did where that cannot be read', async () => {
    const answered = { ...SIZE, answers: 'item' } as const;
    const answers = (answer: unknown): Scene => ({ answers: { 'POST /gadgets/7/resize': answer } });
    const shown = await play([answered], answers({ id: 7, size: 3 }));
    expect([shown.observed?.item, shown.id]).toEqual([{ id: 7, size: 3 }, 7]);
    expect((await play([answered], answers('odd'))).observed).toEqual(OBSERVED);
  });

  test.each<[string, readonly Step[], Scene, number | undefined]>([
    ['a held plan of which something was done', [SIZE, COSTLY], {}, 1_000],
    ['a held plan', [COSTLY], {}, undefined],
    ['the first look', [], { status: { id: undefined } }, 1_000],
    [
      'the first look that does not manage',
      [],
      { status: { id: undefined }, spec: { policy: { mode: 'Preview' } } },
      undefined,
    ],
    [
      'a Secret that is put off',
      [],
      { memory: { keptSecret: { version: null, touchedAt: [], putOffMs: 70, renewedFor: null } } },
      70,
    ],
    ['rest', [], {}, undefined],
  ])('is looked at again soon after %s', async (_, steps, scene, recheckMs) => {
    expect((await play(steps, scene)).recheckMs).toBe(recheckMs);
  });

  const ACTING: NonNullable<Scene['kind']> = {
    requests: { Reboot: { does: '', steps: () => [step('reboot', [])] } },
    answers: {
      ReadZone: { does: '', read: () => ({ path: '/zone', schema: null as never, paged: false }) },
    },
  };

  test.each<[string, string, object, number | undefined]>([
    ['an action', 'Reboot', { state: 'Done' }, undefined],
    [
      'an answer',
      'ReadZone',
      { state: 'Waiting', message: 'the service has no answer yet' },
      60_000,
    ],
  ])('gets the end of %s that an Operation requests', async (_, verb, came, recheckMs) => {
    const findings = await play([], { kind: ACTING, operations: { now: { verb } } });
    expect(findings.operations).toEqual({
      [OPERATION_UID]: { name: 'now', verb, changedAt: AT, ...came },
    });
    expect(findings.recheckMs).toBe(recheckMs);
  });

  test('names the plan of an Operation that waits for consent, which another one gives', async () => {
    const wipe = { ...step('wipe', []), effect: 'destroys' as const, loses: 'all' };
    const kind = { requests: { Wipe: { does: '', steps: () => [wipe] } } };
    const first = await play([], { kind, operations: { first: { verb: 'Wipe' } } });
    const record = first.operations?.[OPERATION_UID];
    expect([first.outcome.type, first.did, record?.state]).toEqual(['held', [], 'Waiting']);
    const approvedPlan = record?.plan ?? '';
    const second = await play([], { kind, operations: { second: { verb: 'Wipe', approvedPlan } } });
    expect(second.operations?.[OPERATION_UID]?.state).toBe('Done');
    const other = await play([], {
      kind,
      operations: { other: { verb: 'Wipe', approvedPlan: 'abc' } },
    });
    expect(other.operations?.[OPERATION_UID]).toMatchObject({
      state: 'Waiting',
      plan: approvedPlan,
    });
  });

  test('with a consent uses it up, and empties what strayed', async () => {
    const strays = [{ path: 'p', name: 'n', value: '1', lostAt: AT }];
    const scene: Scene = {
      metadata: { annotations: { [ANNOTATION.consent]: plan(COSTLY).hash } },
      located: { strays },
    };
    const findings = await play([COSTLY], scene);
    expect(findings).toMatchObject({
      strayed: [],
      outcome: { type: 'acted' },
      consent: { hash: plan(COSTLY).hash, done: [stepName(COSTLY)], lastUsedAt: AT },
    });
    expect((await play([COSTLY], { located: { strays } })).strayed).toEqual(strays);
  });

  test('with a consent that cannot be recorded does nothing', async () => {
    const metadata = { annotations: { [ANNOTATION.consent]: plan(COSTLY).hash } };
    const strays = [{ path: 'p', name: 'n', value: '1', lostAt: AT }];
    const world = on([COSTLY], { metadata, located: { strays } });
    world.cluster.interfere = () => ({
      failure: { code: 'Denied', detail: 'no right' },
      after: false,
    });
    const findings = await converge(world.pass, OBSERVED, {});
    expect(findings).toMatchObject({
      outcome: { type: 'failed', speaker: 'the Kubernetes API' },
      did: [],
      strayed: strays,
    });
    expect(['consent' in findings, world.sent]).toEqual([false, []]);
  });

  test('that was refused keeps the consent for its step', async () => {
    const metadata = { annotations: { [ANNOTATION.consent]: plan(COSTLY).hash } };
    expect(
      (await play([COSTLY], { metadata, ...refusing('rebuild', DENIED) })).consent,
    ).toMatchObject({
      steps: [stepName(COSTLY)],
      done: [],
    });
  });

  test('forgets what the plan names no more', async () => {
    const world = on([SIZE], { metadata: { generation: 2 } });
    const { accepted, refused, refusals } = world.memory;
    accepted.set('gone', NOW);
    refusals.set('gone', 1).set(stepName(SIZE), 2);
    refused.set('gone', { at: NOW, since: NOW, generation: 1, failure: DENIED });
    await converge(world.pass, OBSERVED, {});
    expect([
      [...accepted.keys()].includes('gone'),
      [...refusals.keys()],
      [...refused.keys()],
    ]).toEqual([false, [stepName(SIZE)], []]);
  });
});

describe('before a step is sent', () => {
  const DRIFT: Scene = { status: { applied: print({ size: 3 }) } };
  const repeats = (one: Repeat) => new Map([[stepName(SIZE), one]]);
  const MANY = [SIZE, ...Array.from({ length: 10 }, (_, n) => step(`x${n}`, []))];
  const many = (failure: Failure) =>
    new Map(MANY.map((one) => [stepName(one), { at: NOW, since: NOW, generation: 1, failure }]));
  test.each<[string, Scene, object, readonly string[]]>([
    [
      'a correction that is undone repeatedly waits',
      { ...DRIFT, memory: { repeats: repeats({ times: 2, at: NOW - 10_000 }) } },
      {
        type: 'waiting',
        for: 'the backoff before resize is repeated: something keeps undoing it',
        recheckMs: 20_000,
        reason: 'Waiting',
      },
      [],
    ],
    [
      'a change of the spec does not',
      { memory: { repeats: repeats({ times: 2, at: NOW - 10_000 }) } },
      { type: 'acted' },
      ['POST /gadgets/7/resize'],
    ],
    [
      'one of many that were refused lately waits',
      { memory: { refused: many(REJECTED) } },
      { type: 'failed', failure: REJECTED },
      [],
    ],
  ])('%s', async (_, scene, outcome, sent) => {
    const world = on(scene.memory?.refused === undefined ? [SIZE] : MANY, scene);
    expect((await converge(world.pass, OBSERVED, {})).outcome).toMatchObject(outcome);
    expect(world.sent).toEqual(sent);
  });

  test('facts that cannot be read later are recorded', async () => {
    const world = on([step('off', [], { records: { wasOn: true } })]);
    await converge(world.pass, OBSERVED, {});
    expect(world.cluster.all('Gadget')[0]?.status).toMatchObject({ wasOn: true });
    const blocked = on([step('off', [], { records: { wasOn: true } })], {
      status: { operator: { name: 'system/cloudinfra-operator' } },
    });
    blocked.cluster.interfere = () => ({
      failure: { code: 'Conflict', detail: 'newer' },
      after: false,
    });
    expect((await converge(blocked.pass, OBSERVED, {})).outcome).toMatchObject({
      failure: { code: 'Overtaken' },
    });
    expect(blocked.sent).toEqual([]);
  });

  test('the object is held and signed, and let go where nothing is ever done for it', async () => {
    const held = on([SIZE], { metadata: { finalizers: [] } });
    await converge(held.pass, OBSERVED, {});
    expect(held.cluster.writes).toEqual(['patch Gadget/team/web', 'patchStatus Gadget/team/web']);
    const quiet = on([], { metadata: { finalizers: [] } });
    await converge(quiet.pass, OBSERVED, {});
    expect(quiet.cluster.writes).toEqual(['patch Gadget/team/web']);
    const looks = on([SIZE], { spec: { policy: { mode: 'Observe' } } });
    await converge(looks.pass, OBSERVED, {});
    expect(looks.cluster.all('Gadget')[0]?.metadata.finalizers).toEqual([]);
    for (const [scene, verb] of [
      [{ metadata: { finalizers: [] } }, 'patch '],
      [{}, 'patchStatus '],
      [{ spec: { policy: { mode: 'Preview' } } }, 'patch '],
    ] as const) {
      const blocked = on([SIZE], scene);
      blocked.cluster.interfere = (write) =>
        write.startsWith(verb)
          ? { failure: { code: 'Unreachable', detail: 'away' }, after: false }
          : null;
      expect((await converge(blocked.pass, OBSERVED, {})).outcome).toMatchObject({
        type: 'failed',
        speaker: 'the Kubernetes API',
      });
      expect(blocked.sent).toEqual([]);
    }
  });
});
