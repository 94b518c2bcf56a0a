import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { NOW, Refusal } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import { digest, fingerprint } from '../../model/fingerprint.ts';
import { ANNOTATION, FINALIZER } from '../../model/group.ts';
import type { Outcome } from '../../model/outcome.ts';
import { planOf } from '../../model/plan.ts';
import { post } from '../../model/request.ts';
import { membersOf } from '../../model/status-layout.ts';
import { type Call, call, refuse, type Step, wait } from '../../model/step.ts';
import { markOf } from '../../model/tags.ts';
import { recordOf } from '../pass/intent.ts';
import { itemClaim, keyClaim, makingClaim } from '../term/claims.ts';
import { create } from './create.ts';

const UID = '00000000-0000-4000-8000-000000000077';
const MARK = markOf(UID);
const NEAR = { uid: 'near', title: 'Gadget team/near', namespace: 'team' };
const BODY = { size: 3, tags: [MARK] };
const MAKE: Call = {
  ...call('Create', post('/gadgets', BODY), [{ field: 'size', from: null, to: 3 }]),
  answers: 'item',
};
const DID = 'Create (POST /gadgets) size: 3';
const ITEM = { id: 7, tags: [MARK], size: 3 };
const POST = 'POST /gadgets';
const INTENT = { uid: UID, at: NOW, account: 'A', path: '/gadgets', key: 'web', marked: true };
const making = (...steps: readonly Step[]): NonNullable<Scene['kind']> => ({ create: () => steps });
const on = (scene: Scene = {}) =>
  stage({
    kind: making(MAKE),
    answers: { [POST]: ITEM },
    ...scene,
    metadata: { uid: UID, ...scene.metadata },
  });
const refusing = (failure: Failure): Scene => ({ answers: { [POST]: new Refusal(failure) } });
const statusOf = ({ cluster }: ReturnType<typeof on>) =>
  membersOf(cluster.all('Gadget')[0]?.status);

const BUSY: Failure = { code: 'Busy', detail: 'busy' };
const LOST: Failure = { code: 'Unreachable', detail: 'cut off' };
const GUARDED: Failure = { code: 'Guarded', detail: 'taken.', field: 'name' };
const COSTLY: Step = { ...MAKE, effect: 'destroys', loses: 'money' };
const UNIQUE: NonNullable<Scene['kind']> = {
  ...making(MAKE),
  uniqueBeyond: { field: 'name', advice: 'Take another name.' },
};

describe('a create', () => {
  test('is recorded, sent once, and returns the whole new item', async () => {
    const world = on();
    const findings = await create(world.pass, []);
    expect(world.sent).toEqual([POST]);
    expect(statusOf(world)).toMatchObject({ intent: recordOf(INTENT) });
    expect(findings).toEqual({
      plan: null,
      asking: [],
      ids: {},
      did: [DID],
      outcome: { type: 'acted', verbs: ['Create'] },
      id: 7,
      account: 'A',
      operator: { name: 'system/cloudinfra-operator', cluster: world.cluster.uid() },
      observed: { item: ITEM, details: {} },
      health: { ready: true, reason: 'Idle', message: 'it is there' },
      mirrored: {},
      applied: { size: fingerprint(3), mark: fingerprint(MARK) },
      stored: [],
      operations: {},
      lastHandledSync: null,
    });
    const claims = [
      keyClaim('A', '/gadgets', 'web'),
      makingClaim('A', 'Gadget', UID, NOW),
      itemClaim('A', 'Gadget', 7),
    ];
    expect(world.claims.others('', '').map(([thing]) => thing)).toEqual(claims);
    expect(world.memory).toMatchObject({ wroteAt: NOW, unsettled: true });
    expect(world.owners.of({ account: 'A', collection: '/gadgets', ids: [], hint: false })).toEqual(
      ['Gadget/team/web'],
    );
  });

  test.each<[string, Scene, Outcome]>([
    [
      'waits for what the kind waits for',
      { kind: making(wait('the stars', 7_000)) },
      { type: 'waiting', for: 'the stars', recheckMs: 7_000, reason: 'Waiting' },
    ],
    [
      'is refused as the kind refuses it',
      { kind: making(refuse('spec.size', 'no')) },
      { type: 'refused', field: 'spec.size', detail: 'no' },
    ],
    ['is settled where nothing is to be sent', { kind: making() }, { type: 'settled' }],
    [
      'is held in mode Preview',
      { spec: { policy: { mode: 'Preview' } } },
      {
        type: 'held',
        why: 'Preview',
        plan: planOf(
          { uid: UID, asked: digest({ policy: { mode: 'Preview' } }), id: null, consents: 0 },
          [MAKE],
        ),
      },
    ],
    [
      'is held where it costs',
      { kind: making(COSTLY) },
      {
        type: 'held',
        why: 'ConsentRequired',
        plan: planOf({ uid: UID, asked: digest({}), id: null, consents: 0 }, [COSTLY]),
      },
    ],
    [
      'is failed by a lack of grants',
      { kind: { ...making(MAKE), grant: 'add_gadgets' }, caller: { restricted: true, grants: [] } },
      {
        type: 'failed',
        failure: {
          code: 'Denied',
          detail:
            'its user ann lacks the grant add_gadgets, without which no Gadget can be created',
        },
      },
    ],
    [
      'waits for a Secret',
      {
        kind: { ...making(MAKE), secretRefs: [{ path: 'seedRef', key: 'seed' }] },
        located: {
          desired: {
            spec: { seedRef: { name: 's', key: 'k' } },
            name: 'web',
            mark: MARK,
            secrets: {},
          },
        },
      },
      {
        type: 'waiting',
        for: 'Secret team/s, which does not exist',
        recheckMs: 60_000,
        reason: 'WaitingForReference',
      },
    ],
    [
      'waits for room in the budget',
      { account: { room: async () => fail(BUSY) } },
      { type: 'failed', failure: BUSY },
    ],
  ])('%s', async (_, scene, outcome) => {
    const world = on(scene);
    const findings = await create(world.pass, []);
    expect([findings.outcome, world.sent]).toEqual([outcome, []]);
    expect(statusOf(world)).toEqual({});
    if (outcome.type === 'held') expect(findings.plan).toEqual(outcome.plan);
  });

  test('waits for a reference rather than for what the kind says of it', async () => {
    const ref = {
      path: 'partRef',
      into: 'partId',
      kind: 'Part',
      by: 'name',
      take: 'id',
      neededFor: 'update',
    } as const;
    const missing = { ref, for: 'Part/x, which does not exist' };
    const resolution = { spec: {}, ids: {}, missing: [missing], unresolved: {}, watched: [] };
    const { pass } = on({ kind: making(wait('a part')), located: { resolution } });
    expect((await create(pass, [])).outcome).toMatchObject({
      type: 'waiting',
      for: missing.for,
      reason: 'WaitingForReference',
    });
  });

  test.each([
    ['Manage', 'Gadget team/near requests web too'],
    ['Preview', 'Gadget team/near requests web too'],
  ])(
    'in mode %s is a conflict where another object asks for the same key',
    async (mode, detail) => {
      const world = on({ spec: { policy: { mode } } });
      world.claims.take(keyClaim('A', '/gadgets', 'web'), NEAR);
      expect(await create(world.pass, [])).toEqual({ outcome: { type: 'conflict', detail } });
      expect(
        world.owners.of({ account: 'A', collection: '/gadgets', ids: [], hint: false }),
      ).toEqual(['Gadget/team/web']);
    },
  );

  test('in mode Preview claims nothing, and asks for no grant', async () => {
    const kind = { ...making(MAKE), grant: 'add_gadgets' };
    const world = on({
      kind,
      caller: { restricted: true, grants: [] },
      spec: { policy: { mode: 'Preview' } },
    });
    expect((await create(world.pass, [])).outcome.type).toBe('held');
    expect(world.claims.others('', '')).toEqual([]);
  });

  test('with a consent is counted, then sent', async () => {
    const plan = planOf({ uid: UID, asked: digest({}), id: null, consents: 0 }, [COSTLY]);
    const world = on({
      kind: making(COSTLY),
      metadata: { annotations: { [ANNOTATION.consent]: plan.hash } },
    });
    expect((await create(world.pass, [])).outcome.type).toBe('acted');
    expect(statusOf(world)).toMatchObject({ consents: 1, consent: { hash: plan.hash } });
    const blocked = on({
      kind: making(COSTLY),
      metadata: { annotations: { [ANNOTATION.consent]: plan.hash } },
    });
    blocked.cluster.interfere = () => ({
      failure: { code: 'Denied', detail: 'no right' },
      after: false,
    });
    expect((await create(blocked.pass, [])).outcome).toMatchObject({
      type: 'failed',
      failure: { code: 'Denied' },
    });
    expect(blocked.sent).toEqual([]);
  });
});

describe('the record of a create', () => {
  test('comes behind the finalizer', async () => {
    const world = on({ metadata: { finalizers: [] } });
    await create(world.pass, []);
    expect(world.cluster.writes).toEqual(['patch Gadget/team/web', 'patchStatus Gadget/team/web']);
    expect(world.cluster.all('Gadget')[0]?.metadata.finalizers).toEqual([FINALIZER]);
  });

  test.each(['patch ', 'patchStatus '])(
    'that %s cannot write keeps the create back, and gives the room back',
    async (verb) => {
      const given: string[] = [];
      const room = { giveBack: () => void given.push('back') };
      const world = on({ metadata: { finalizers: [] }, account: { room: async () => ok(room) } });
      world.cluster.interfere = (write) =>
        write.startsWith(verb)
          ? { failure: { code: 'Unreachable', detail: 'away' }, after: false }
          : null;
      expect((await create(world.pass, [])).outcome).toEqual({
        type: 'failed',
        failure: { code: 'Unreachable', detail: 'away' },
        speaker: 'the Kubernetes API',
      });
      expect([world.sent, given]).toEqual([[], ['back']]);
    },
  );

  test.each([
    [5_000, ['POST /gadgets']],
    [5_001, []],
  ])('that took %s ms is followed by the create or not', async (ms, sent) => {
    let now = NOW;
    const world = on({ env: { clock: { now: () => now, elapsed: () => 1_000 } } });
    world.cluster.interfere = () => ((now += ms), null);
    const { outcome } = await create(world.pass, []);
    expect(world.sent).toEqual(sent);
    expect(world.memory.closedIntentAt).toBe(sent.length === 0 ? NOW : 0);
    if (sent.length === 0)
      expect(outcome).toEqual({
        type: 'waiting',
        for: 'a new record of the create: writing the last one took too long',
        recheckMs: 1_000,
        reason: 'Waiting',
      });
  });

  test('records whether the mark is sent, and whether the user is restricted', async () => {
    const bare = { ...MAKE, write: post('/gadgets', { size: 3 }) };
    const world = on({ kind: making(bare), caller: { restricted: true } });
    expect((await create(world.pass, [])).applied).toEqual({ size: fingerprint(3) });
    expect(statusOf(world)).toMatchObject({ intent: { marked: false, by: 'ann' } });
  });

  test('is forgotten where another namespace got the item that the spec names meanwhile', async () => {
    const desired = { spec: { partId: 9 }, name: 'web', mark: MARK, secrets: {} };
    const world = on({
      kind: { ...making(MAKE), ids: [{ path: 'partId', names: 'Gadget' }] },
      located: { desired },
    });
    world.claims.take(itemClaim('A', 'Gadget', 9), { ...NEAR, namespace: 'other' });
    expect(await create(world.pass, [])).toMatchObject({
      outcome: { type: 'refused', field: 'spec.partId' },
      intent: null,
    });
    expect([world.sent, world.memory.closedIntentAt]).toEqual([[], NOW]);
  });
});

describe('a create that fails', () => {
  test.each<[string, Failure, { readonly closed: boolean; readonly forgets: boolean }]>([
    ['for now did nothing', BUSY, { closed: true, forgets: true }],
    [
      'for good did nothing',
      { code: 'Rejected', problems: [{ reason: 'no' }] },
      { closed: true, forgets: true },
    ],
    ['without an answer may have made an item', LOST, { closed: false, forgets: false }],
    [
      'behind the end of the lead leaves the record to the next leader',
      { code: 'Fenced', detail: 'x' },
      { closed: true, forgets: false },
    ],
    [
      'behind a newer copy leaves the record',
      { code: 'Overtaken', detail: 'x' },
      { closed: true, forgets: false },
    ],
  ])('%s', async (_, failure, { closed, forgets }) => {
    const world = on(refusing(failure));
    const findings = await create(world.pass, []);
    expect(findings).toMatchObject({
      outcome: { type: 'failed', failure },
      did: [DID],
      failed: [DID],
    });
    expect('intent' in findings).toBe(forgets);
    expect(world.memory).toMatchObject({
      closedIntentAt: closed ? NOW : 0,
      unsettled: !closed,
      quietListings: [],
    });
  });

  test.each<[string, Scene['kind'], Failure, string]>([
    ['names what is unique beyond the account', UNIQUE, GUARDED, 'taken. Take another name.'],
    ['says nothing of it for another field', UNIQUE, { ...GUARDED, field: 'size' }, 'taken.'],
    ['says nothing of it where nothing is', making(MAKE), GUARDED, 'taken.'],
    ['says nothing of it for another failure', UNIQUE, BUSY, 'busy'],
  ])('%s', async (_, kind, failure, detail) => {
    const world = on({ ...refusing(failure), ...(kind === undefined ? {} : { kind }) });
    expect((await create(world.pass, [])).outcome).toMatchObject({ failure: { detail } });
  });
});

test.each<[string, Scene, number]>([
  [
    'a restricted user of what only others may delete',
    { kind: { ...making(MAKE), unrestrictedToDelete: true }, caller: { restricted: true } },
    1,
  ],
  ['no unrestricted user', { kind: { ...making(MAKE), unrestrictedToDelete: true } }, 0],
  ['no restricted user of what they may delete', { caller: { restricted: true } }, 0],
])('a create warns %s', async (_, scene, warnings) => {
  const world = on(scene);
  await create(world.pass, []);
  const message =
    'the restricted user ann can create this item but not delete it: a deletion requires an unrestricted user';
  expect(world.events).toEqual(
    Array.from({ length: warnings }, () => ({
      type: 'Warning',
      reason: 'NeverDeleted',
      message,
      object: 'Gadget/web',
    })),
  );
});

describe('the answer to a create', () => {
  test.each<[string, unknown, string]>([
    ['that is no item', { name: 'x' }, 'the answer to the create cannot be read at id: '],
    ['that is nothing', 'x', 'the answer to the create cannot be read: '],
    [
      'without the mark that was sent',
      { id: 7, tags: [] },
      'the answer to the create cannot be read at tags: the tags lack the sent mark: the answer can belong to another item',
    ],
    [
      'without tags',
      { id: 7 },
      'the answer to the create cannot be read at tags: the tags lack the sent mark: the answer can belong to another item',
    ],
  ])('%s leaves the record open', async (_, answer, detail) => {
    const world = on({ answers: { [POST]: answer } });
    const findings = await create(world.pass, []);
    expect(findings.outcome).toMatchObject({
      type: 'failed',
      failure: { code: 'Unreadable', detail: expect.stringContaining(detail) },
    });
    expect([findings.id, 'intent' in findings]).toEqual([undefined, false]);
  });

  test('in another form is remembered, and an Operation waits for the next pass', async () => {
    const kind: NonNullable<Scene['kind']> = {
      ...making({ ...MAKE, changes: [{ field: 'size', from: null, to: '3 GB' }] }),
      update: () => [
        call('Resize', post('/gadgets/7', {}), [{ field: 'size', from: '3072 MB', to: '3 GB' }]),
      ],
      requests: { Reboot: { does: '', steps: () => [] } },
    };
    const world = on({ kind, operations: { early: { verb: 'Reboot' } } });
    const { stored, operations } = await create(world.pass, []);
    expect(stored).toEqual([
      { field: 'size', sent: fingerprint('3 GB'), stored: fingerprint('3072 MB') },
    ]);
    expect(operations).toEqual({});
  });
});
