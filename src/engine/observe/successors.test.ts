import { describe, expect, test } from 'vitest';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { listingOf, Refusal } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import { ANNOTATION, CLASS_LABEL } from '../../model/group.ts';
import type { Outcome } from '../../model/outcome.ts';
import { del } from '../../model/request.ts';
import { call } from '../../model/step.ts';
import { handOver } from '../act/hand-over.ts';
import { givingUp, recordOf } from '../pass/intent.ts';
import { itemClaim, keyClaim, makingClaim } from '../term/claims.ts';
import { tellStrangeIntent } from './abandoned-create.ts';
import { unbornNow } from './foreign-creates.ts';
import { copyInTheWay } from './marked-copy.ts';
import { unheldBeside } from './name-conflict.ts';
import { heirOf, predecessorOf } from './successors.ts';
import { lookOutFor } from './wake-rules.ts';

const UID = '00000000-0000-4000-8000-000000000077';
const MARK = `k8s:${UID}`;
const NAME = { kind: 'Gadget', namespace: 'team', name: 'next' };
const ITEM = { id: 7, label: 'web', tags: [MARK] };
const on = (scene: Scene = {}) => stage({ ...scene, metadata: { uid: UID, ...scene.metadata } });
const waits = (what: string): Outcome => ({
  type: 'waiting',
  for: what,
  recheckMs: 5_000,
  reason: 'Waiting',
});
const importing = (importSpec: object, over: Scene = {}): Scene => ({
  ...over,
  spec: { import: importSpec, ...over.spec },
});
const credentials = { credentialsRef: { name: 'missing' } };

const intent = { uid: UID, at: 5, account: 'A', path: '/gadgets', key: 'web', marked: true };

describe('the heir of an item', () => {
  const blocked = waits('Gadget team/next, which imports item 7, to be ready to adopt it');
  test.each<[string, Scene | null, object, 'next' | Outcome | null]>([
    ['is none where there is no other object', null, {}, null],
    ['is who imports it by its id', importing({ by: 'Id', id: 7 }), {}, 'next'],
    ['is not who imports another one', importing({ by: 'Id', id: 8 }), {}, null],
    ['is who imports it by its label', importing({ by: 'Label', label: 'web' }), {}, 'next'],
    ['is not who imports it by its key under another name', importing({ by: 'Name' }), {}, null],
    ['is who imports it by its key', importing({ by: 'Name' }), { label: 'next' }, 'next'],
    ['is not who imports nothing', {}, {}, null],
    [
      'is not who is deleted too',
      importing({ by: 'Id', id: 7 }, { metadata: { deletionTimestamp: 'now' } }),
      {},
      null,
    ],
    [
      'is not who only observes',
      importing({ by: 'Id', id: 7 }, { spec: { policy: { mode: 'Observe' } } }),
      {},
      null,
    ],
    [
      'is who previews',
      importing({ by: 'Id', id: 7 }, { spec: { policy: { mode: 'Preview' } } }),
      {},
      'next',
    ],
    [
      'is who is paused',
      importing({ by: 'Id', id: 7 }, { spec: { policy: { mode: 'Paused' } } }),
      {},
      'next',
    ],
    [
      'is not who has another item',
      importing({ by: 'Id', id: 7 }, { status: { id: 8 } }),
      {},
      null,
    ],
    [
      'is who manages it already',
      importing({ by: 'Id', id: 7 }, { status: { id: 7 } }),
      {},
      'next',
    ],
    [
      'is not who has it in another account',
      importing({ by: 'Id', id: 7 }, { status: { id: 7, account: 'B' } }),
      {},
      null,
    ],
    [
      'is not of another class',
      importing({ by: 'Id', id: 7 }, { metadata: { labels: { [CLASS_LABEL]: 'gold' } } }),
      {},
      null,
    ],
    [
      'is waited for while it has no credential',
      importing({ by: 'Id', id: 7 }, { spec: credentials }),
      {},
      blocked,
    ],
    [
      'is not waited for where it means another item',
      importing({ by: 'Id', id: 8 }, { spec: credentials }),
      {},
      null,
    ],
    [
      'is not waited for where it means it by a key',
      importing({ by: 'Name' }, { spec: credentials }),
      {},
      null,
    ],
  ])('%s', async (_, other, over, heir) => {
    const { pass, cluster } = on();
    if (other !== null) put(cluster, NAME, other);
    const found = await heirOf(pass, { ...ITEM, ...over });
    expect(found !== null && 'metadata' in found ? found.metadata.name : found).toEqual(heir);
  });

  test('is not who imports it in another account or collection', async () => {
    const world = on();
    put(world.cluster, NAME, importing({ by: 'Id', id: 7 }));
    const elsewhere = {
      ...world.pass.account,
      caller: { ...world.pass.account.caller, account: 'B' },
    };
    const env = {
      ...world.env,
      cloud: { open: async () => ok(elsewhere), onChange: () => undefined },
    };
    expect(await heirOf({ ...world.pass, env }, ITEM)).toBeNull();
    expect(
      await heirOf({ ...world.pass, items: { ...world.pass.items, path: '/shelves' } }, ITEM),
    ).toBeNull();
  });
});

describe('the one before', () => {
  const OLD: Scene = { status: { id: 7, account: 'A' }, metadata: { deletionTimestamp: 'now' } };
  const waiting = waits('Gadget team/next, which is being deleted and has item 7, to be gone');
  const importSpec = (over: object = {}) => importing({ by: 'Id', id: 7, orCreate: true, ...over });
  test.each<[string, Scene, Scene, Outcome | null]>([
    ['has the item that is meant', importSpec(), OLD, waiting],
    ['has another one', importSpec({ id: 8 }), OLD, null],
    ['is none where nothing may be created', importSpec({ orCreate: false }), OLD, null],
    ['is none without an import', {}, OLD, null],
    ['is none that is not deleted', importSpec(), { status: { id: 7, account: 'A' } }, null],
    ['is none without an item', importSpec(), { metadata: { deletionTimestamp: 'now' } }, null],
    ['is none of another account', importSpec(), { ...OLD, status: { id: 7, account: 'B' } }, null],
    [
      'may be of an account that is not recorded',
      importSpec(),
      { ...OLD, status: { id: 7 } },
      waiting,
    ],
    [
      'may be of an unknown account',
      importSpec(),
      { ...OLD, status: { id: 7 }, spec: credentials },
      waiting,
    ],
    [
      'has the key that is meant',
      importing({ by: 'Label', label: 'next', orCreate: true }),
      OLD,
      waiting,
    ],
    ['has another key', importing({ by: 'Label', label: 'other', orCreate: true }), OLD, null],
    ['has another natural key', importing({ by: 'Name', orCreate: true }), OLD, null],
    [
      'has an unknown key',
      importing({ by: 'Label', label: 'next', orCreate: true }),
      { ...OLD, spec: credentials },
      null,
    ],
  ])('%s', async (_, scene, other, outcome) => {
    const { pass, cluster } = on(scene);
    put(cluster, NAME, other);
    expect(await predecessorOf(pass)).toEqual(outcome);
  });

  test('is never the object itself, which was deleted since the pass began', async () => {
    const { pass, cluster } = on(
      importing({ by: 'Id', id: 7, orCreate: true }, { status: { id: 7 } }),
    );
    cluster.delete(pass.subject.name);
    expect(await predecessorOf(pass)).toBeNull();
  });
});

describe('an item is handed over', () => {
  const OFF = call('Unmark', del('/gadgets/7/mark'));
  const scene: Scene = {
    kind: { unmark: () => [OFF] },
    metadata: { deletionTimestamp: 'now' },
    status: { id: 7 },
  };
  const play = async (over: Scene = {}) => {
    const world = on({ ...scene, ...over });
    const heir = put(world.cluster, NAME, importing({ by: 'Id', id: 7 }));
    return {
      ...world,
      heir,
      findings: await handOver(world.pass, { item: ITEM, details: {} }, heir),
    };
  };
  const refusing = (failure: Failure): Scene => ({
    answers: { 'DELETE /gadgets/7/mark': new Refusal(failure) },
  });
  const did = ['Unmark (DELETE /gadgets/7/mark)'];

  test.each<[string, Scene, readonly string[], string]>([
    ['without its mark', {}, [], ''],
    [
      'with it where that is refused',
      refusing({ code: 'Denied', detail: 'no' }),
      did,
      `; its mark remains: set spec.import.replaceMark of Gadget team/next to ${MARK}`,
    ],
  ])('%s', async (_, over, failed, advice) => {
    const { findings, events, cluster, env, heir } = await play(over);
    expect(findings).toEqual({ outcome: { type: 'gone' }, did, failed });
    const event = (object: string, message: string) => ({
      type: 'Normal',
      reason: 'HandedOver',
      message,
      object,
    });
    expect(events).toEqual([
      event(
        'Gadget/web',
        `item 7 remains in the account for Gadget team/next, which imports it${advice}`,
      ),
      event('Gadget/next', `item 7 is handed over by Gadget team/web, which is deleted${advice}`),
    ]);
    expect(cluster.all('Gadget')).toEqual([heir]);
    expect(env.dependents.watchedBy('Gadget/team/web')).toEqual([NAME]);
  });

  test('later, where its mark cannot be taken off now, or its Secrets not be kept', async () => {
    const busy = await play(refusing({ code: 'Busy', detail: 'busy' }));
    expect(busy.findings).toEqual({
      outcome: { type: 'failed', failure: { code: 'Busy', detail: 'busy' } },
      did,
      failed: did,
    });
    const away = on({ ...scene, kind: { ...scene.kind, secretSuffix: 'conn' } });
    away.cluster.hide = () => ({ code: 'Unreachable', detail: 'away' });
    const heir = put(away.cluster, NAME, importing({ by: 'Id', id: 7 }));
    expect(await handOver(away.pass, { item: ITEM, details: {} }, heir)).toMatchObject({
      outcome: { type: 'failed', speaker: 'the Kubernetes API' },
      did,
    });
    expect([busy.events, away.events]).toEqual([[], []]);
  });
});

describe('an item beside a new object', () => {
  const shared: NonNullable<Scene['kind']> = {
    shares: {
      storedName: ({ id }) => (id < 20 ? 'web' : 'other'),
      namesOf: () => ['web', 'web.example'],
      name: (_, { id }) => id < 10,
    },
  };
  const conflict = (ids: string): Outcome => ({
    type: 'conflict',
    detail: `no object manages item ${ids} of the same name and type; to adopt it, name its id in spec.import; to create another one, set spec.import to {by: Name, orCreate: true}`,
  });
  const NEAR = { uid: 'near', title: 'x', namespace: 'team' };
  test.each<[string, Scene, readonly string[], Outcome | null]>([
    ['is asked about', {}, [], conflict('7 and 8')],
    ['is not where an object holds it', {}, [itemClaim('A', 'Gadget', 7)], conflict('8')],
    ['is not where an object claims its key', {}, [keyClaim('A', '/gadgets', '8')], conflict('7')],
    ['is not where another one is wanted', importing({ by: 'Name', orCreate: true }), [], null],
    ['is where one is imported', importing({ by: 'Name' }), [], conflict('7 and 8')],
    [
      'is not for an object that sent its create',
      { status: { intent: recordOf(intent) } },
      [],
      null,
    ],
    ['is not for an object that applied something', { status: { applied: {} } }, [], null],
    ['is not for an object that is deleted', { metadata: { deletionTimestamp: 'now' } }, [], null],
    ['is not where names are not shared', { kind: {} }, [], null],
  ])('%s', (_, scene, held, outcome) => {
    const { pass, claims } = on({ kind: shared, ...scene });
    for (const thing of held) claims.take(thing, NEAR);
    expect(unheldBeside(pass, listingOf([{ id: 7 }, { id: 8 }, { id: 12 }, { id: 21 }]))).toEqual(
      outcome,
    );
  });
});

describe('a copy of an item that vanished', () => {
  const COPY = { id: 9, tags: ['a', MARK] };
  const lost: Outcome = {
    type: 'lost',
    detail: `item 7 vanished from the account, and item 9 carries its mark, like a copy of it; to adopt that item, name the id 9 in spec.import; to create the item again, remove the tag ${MARK} from item 9`,
  };
  const failing = (failure: Failure): Scene => ({ account: { list: async () => fail(failure) } });
  test.each<[string, Scene, Outcome | null]>([
    ['is told', { items: [{ id: 5 }, COPY] }, lost],
    ['is not the item itself', { items: [{ id: 7, tags: [MARK] }] }, null],
    ['carries the mark', { items: [{ id: 9, tags: ['a'] }, { id: 10 }] }, null],
    [
      'is not reported where it is imported',
      importing({ by: 'Id', id: 9 }, { items: [COPY] }),
      null,
    ],
    [
      'is none without a mark',
      { items: [COPY], located: { desired: { spec: {}, name: 'web', mark: null, secrets: {} } } },
      null,
    ],
    ['is none where the collection is gone', failing({ code: 'NotFound', detail: '' }), null],
    [
      'is not known where the collection cannot be read',
      failing({ code: 'Busy', detail: 'x' }),
      { type: 'failed', failure: { code: 'Busy', detail: 'x' } },
    ],
  ])('%s', async (_, scene, outcome) => {
    expect(await copyInTheWay(on(scene).pass, 7)).toEqual(outcome);
  });
});

describe('an item that the spec names and no object holds', () => {
  const NOW = Date.UTC(2026, 0, 1, 12);
  const LAG = 15 * 60_000;
  const FAR = { uid: 'far', title: 'x', namespace: 'other' };
  const named: Scene = {
    kind: { ids: [{ path: 'partId', names: 'Gadget' }] },
    located: { desired: { spec: { partId: 7 }, name: 'web', mark: null, secrets: {} } },
  };
  const waiting = waits(
    'the end of creates for another namespace, which can have created item 7 of spec.partId',
  );
  const making = (at: number, account = 'A') => makingClaim(account, 'Gadget', 'far', at);
  test.each<[string, Scene, readonly (readonly [string, typeof FAR])[], Outcome | null]>([
    ['is free', named, [], null],
    ['may be what a create makes', named, [[making(NOW), FAR]], waiting],
    ['may be what an older create made', named, [[making(NOW - LAG + 1), FAR]], waiting],
    ['is not what a create made that shows by now', named, [[making(NOW - LAG), FAR]], null],
    ['is not what a create in another account makes', named, [[making(NOW, 'B'), FAR]], null],
    [
      'may be what a create of the namespace makes',
      named,
      [[making(NOW), { ...FAR, namespace: 'team' }]],
      null,
    ],
    [
      'is known by who holds it',
      named,
      [
        [making(NOW), FAR],
        [itemClaim('A', 'Gadget', 7), FAR],
      ],
      null,
    ],
    [
      'is known by who holds it oneself',
      named,
      [
        [making(NOW), FAR],
        [itemClaim('A', 'Gadget', 7), { ...FAR, uid: UID }],
      ],
      null,
    ],
    [
      'does not count for a deleted object',
      { ...named, metadata: { deletionTimestamp: 'now' } },
      [[making(NOW), FAR]],
      null,
    ],
    ['does not count where the spec names none', {}, [[making(NOW), FAR]], null],
  ])('%s', async (_, scene, held, outcome) => {
    const { pass, claims } = on(scene);
    for (const [thing, claimant] of held) claims.take(thing, claimant);
    expect(await unbornNow(pass)).toEqual(outcome);
  });
});

test.each([
  ['its item', { type: 'ours', item: { id: 7 }, by: 'mark' }, false, [7], true],
  ['another item', { type: 'ours', item: { id: 7 }, by: 'mark' }, false, [8], false],
  ['what is in the way', { type: 'conflict', detail: '', id: 7 }, false, [7], true],
  ['what else is there beside that', { type: 'conflict', detail: '', id: 7 }, false, [8], false],
  ['any item of an open conflict', { type: 'conflict', detail: '' }, false, [8], true],
  ['nothing where it may create', { type: 'free' }, false, [8], false],
  ['any item where its create is out', { type: 'free' }, true, [8], true],
  ['any item where nothing is there', { type: 'nothing', detail: '' }, false, [8], true],
] as const)('an object wakes for %s', (_, identity, isOpen, ids, wakes) => {
  const { pass, owners } = on();
  owners.set('Gadget/team/web', { account: 'A', collection: '/gadgets', id: 8 });
  lookOutFor(pass, identity, isOpen);
  expect(owners.of({ account: 'A', collection: '/gadgets', ids, hint: false })).toEqual(
    wakes ? ['Gadget/team/web'] : [],
  );
});

test.each([
  [{}, 'no create of this object is recorded'],
  [
    { status: { intent: recordOf(intent) } },
    `to give up the possible result of the recorded create, set it to ${givingUp(intent)}`,
  ],
])('an annotation in place of an intent is reported once: %j', (scene, cause) => {
  const world = on({ ...scene, metadata: { annotations: { [ANNOTATION.intent]: 'odd' } } });
  tellStrangeIntent(world.pass);
  tellStrangeIntent(world.pass);
  const message = `the annotation cloudinfra.dev/intent has no effect: ${cause}`;
  expect(world.events).toEqual([
    { type: 'Warning', reason: 'IntentIgnored', message, object: 'Gadget/web' },
  ]);
});

test('an annotation that gives up a create, and none at all, are not reported', () => {
  const quiet = on({
    metadata: { annotations: { [ANNOTATION.intent]: 'none-2026-01-01T00:00:00.005Z' } },
  });
  tellStrangeIntent(quiet.pass);
  tellStrangeIntent(on().pass);
  expect(quiet.events).toEqual([]);
});
