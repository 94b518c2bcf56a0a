import { describe, expect, test } from 'vitest';
import { DELETE, event, ITEM, kind, on, TAG, UID } from '../../../test/support/deleting.ts';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { ELAPSED, NOW } from '../../../test/support/stage-service.ts';
import type { Outcome } from '../../model/outcome.ts';
import { recordOf } from '../pass/intent.ts';
import { reconcileDeletion } from './deletion.ts';

const GONE: Outcome = { type: 'gone' };
describe('the end of an object', () => {
  const LATER: Scene['memory'] = { endingSince: ELAPSED - 2_000 };
  const KNOWN = { id: 7, account: 'A', conditions: [] };
  const FREE = { account: 'A', conditions: [] };
  const intent = {
    uid: UID,
    at: NOW - 120_000,
    account: 'A',
    path: '/gadgets',
    key: 'web',
    marked: true,
  };
  const LOST = { ...FREE, intent: recordOf({ ...intent, at: NOW - 16 * 60_000 }) };
  const retained = (message: string) => [RETAINED(message)];
  const RETAINED = (message: string) => event('Normal', 'Retained', message);
  const RETAIN: Scene = { spec: { policy: { deletion: 'Retain' } } };
  const away = {
    open: async () => ({ ok: false, failure: { code: 'Unreachable', detail: 'cut off' } }),
    onChange: () => undefined,
  } as never;

  test.each<[string, Scene, object, readonly string[], readonly object[]]>([
    ['that we do not hold', { metadata: { finalizers: ['other'] } }, GONE, [], []],
    ['that is paused', { spec: { policy: { mode: 'Paused' } } }, { type: 'paused' }, [], []],
    ['that never had an item', { status: FREE }, GONE, [], []],
    [
      'that only looked',
      { spec: { policy: { mode: 'Observe' }, import: { by: 'Id', id: 7 } } },
      GONE,
      [],
      [],
    ],
    [
      'waits for word of the definition',
      { memory: {} },
      {
        type: 'waiting',
        for: 'a current listing of the definitions: the item remains if that of Gadget is being removed',
        recheckMs: 2_000,
        reason: 'Waiting',
      },
      [],
      [],
    ],
    [
      'waits for the rest of that time',
      { memory: { endingSince: ELAPSED - 500 } },
      { type: 'waiting', recheckMs: 1_500 },
      [],
      [],
    ],
    [
      'deletes the item',
      { items: [ITEM] },
      { type: 'acted', verbs: ['Delete'] },
      ['DELETE /gadgets/7'],
      [],
    ],
    [
      'keeps an item that the service never deletes',
      {
        items: [ITEM],
        kind: { ...kind(DELETE), undeletable: ({ id }) => `item ${id} is for ever` },
      },
      GONE,
      ['DELETE /gadgets/7/mark', TAG],
      retained(
        'item 7 remains in the account and continues to be billed, because item 7 is for ever',
      ),
    ],
    [
      'deletes an item that the service can delete',
      { items: [ITEM], kind: { ...kind(DELETE), undeletable: () => null } },
      { type: 'acted', verbs: ['Delete'] },
      ['DELETE /gadgets/7'],
      [],
    ],
    ['of an item that is gone', {}, GONE, [TAG], []],
    [
      'of an item that cannot be seen',
      { listing: { trusted: false } },
      { type: 'waiting', for: 'a listing without many vanished items' },
      [],
      [],
    ],
    [
      'of an item behind a fence',
      { items: [{ id: 7, tags: ['k8s:x'] }] },
      GONE,
      [],
      retained(
        'item 7 remains in the account and continues to be billed, because it carries the mark of another object or cluster (k8s:x)',
      ),
    ],
    [
      'of a create that left nothing',
      { status: LOST, memory: { ...LATER, quietListings: [1] } },
      GONE,
      [],
      [],
    ],
    ['without a status looks for the mark', { status: {} }, GONE, [], []],
    [
      'without a status and without marks reports what may stay',
      { status: {}, kind: { ...kind(DELETE), wants: () => ({}) } },
      GONE,
      [],
      retained(
        'what it may have created remains in the account and continues to be billed, because its status was lost, and no mark identifies its item',
      ),
    ],
    [
      'without an account fails',
      { env: { cloud: away } },
      { type: 'failed', failure: { code: 'Unreachable' } },
      [],
      [],
    ],
    [
      'keeps the item by policy',
      { ...RETAIN, items: [ITEM] },
      GONE,
      ['DELETE /gadgets/7/mark', TAG],
      retained(
        'item 7 remains in the account and continues to be billed, because policy.deletion is Retain',
      ),
    ],
    [
      'keeps an item behind a fence',
      { ...RETAIN, items: [{ id: 7, tags: ['k8s:x'] }] },
      GONE,
      [],
      retained(
        'item 7 remains in the account and continues to be billed, because policy.deletion is Retain and it carries the mark of another object or cluster (k8s:x)',
      ),
    ],
    [
      'keeps an item that cannot be seen',
      { ...RETAIN, listing: { trusted: false } },
      GONE,
      [],
      retained(
        'item 7 remains in the account and continues to be billed, because policy.deletion is Retain (its mark remains: the item is not visible now)',
      ),
    ],
    [
      'keeps an item without an account',
      { ...RETAIN, env: { cloud: away } },
      GONE,
      [],
      retained(
        'item 7 remains in the account and continues to be billed, because policy.deletion is Retain (its mark remains: the account is unreachable)',
      ),
    ],
    [
      'keeps what a create may have made',
      { ...RETAIN, status: { ...FREE, intent: recordOf(intent) }, env: { cloud: away } },
      GONE,
      [],
      retained(
        'what it may have created remains in the account and continues to be billed, because policy.deletion is Retain (its mark remains: the account is unreachable)',
      ),
    ],
    ['has nothing to keep where the item is gone', RETAIN, GONE, [TAG], []],
    [
      'has nothing to keep where none was made',
      { ...RETAIN, status: LOST, memory: { ...LATER, quietListings: [1] } },
      GONE,
      [],
      [],
    ],
  ])('%s', async (_, scene, outcome, sent, events) => {
    const world = on({ status: KNOWN, memory: LATER ?? {}, ...scene });
    expect((await reconcileDeletion(world.pass)).outcome).toMatchObject(outcome);
    expect([world.sent, world.events]).toEqual([sent, events]);
  });

  test('keeps the item while the definition goes, and waits while that cannot be read', async () => {
    const world = on({ memory: LATER ?? {}, items: [ITEM] });
    world.cluster.going.add('Gadget');
    expect((await reconcileDeletion(world.pass)).outcome).toEqual(GONE);
    expect(world.events).toEqual(
      retained(
        'item 7 remains in the account and continues to be billed, because the definition of Gadget is being removed from the cluster',
      ),
    );
    const unread = on({ memory: LATER ?? {}, items: [ITEM] });
    unread.cluster.hide = () => ({ code: 'Unreachable', detail: 'away' });
    expect((await reconcileDeletion(unread.pass)).outcome).toMatchObject({
      type: 'failed',
      speaker: 'the Kubernetes API',
    });
    expect(unread.sent).toEqual([]);
  });

  test('begins its time once, and signs before it sends', async () => {
    const world = on({ memory: {} });
    await reconcileDeletion(world.pass);
    expect(world.memory.endingSince).toBe(ELAPSED);
    expect(world.cluster.all('Gadget')[0]?.status).toMatchObject({
      operator: { name: 'system/cloudinfra-operator' },
    });
    const blocked = on({ memory: LATER ?? {}, items: [ITEM] });
    blocked.cluster.interfere = () => ({
      failure: { code: 'Unreachable', detail: 'away' },
      after: false,
    });
    expect((await reconcileDeletion(blocked.pass)).outcome).toMatchObject({
      type: 'failed',
      speaker: 'the Kubernetes API',
    });
    expect(blocked.sent).toEqual([]);
  });

  test('waits for what is inside, and keeps what is inside of what others have', async () => {
    const ref = {
      path: 'shelfRef',
      kind: 'Shelf',
      by: 'name',
      take: 'id',
      neededFor: 'create',
      holds: true,
    } as const;
    const inner = {
      ...stage().pass.subject.kind,
      kind: 'Book',
      refs: [{ ...ref, kind: 'Gadget', path: 'gadgetRef' }],
    };
    const world = on({ memory: LATER ?? {}, items: [ITEM], kinds: [inner] });
    put(
      world.cluster,
      { kind: 'Book', namespace: 'team', name: 'b' },
      { spec: { gadgetRef: { name: 'web' } } },
    );
    expect((await reconcileDeletion(world.pass)).outcome).toEqual({
      type: 'waiting',
      for: 'Book/b to be deleted first',
      recheckMs: 60_000,
      reason: 'WaitingForDependents',
    });
    const outer = on({
      memory: LATER ?? {},
      items: [ITEM],
      kind: { ...kind(DELETE), refs: [ref], spec: stage().pass.subject.kind.spec.loose() },
      spec: { size: 9, shelfRef: { id: 9 } },
    });
    outer.claims.take('item|A|Shelf|9', { uid: 'far', title: 'x', namespace: 'other' });
    expect((await reconcileDeletion(outer.pass)).outcome).toEqual(GONE);
    expect(outer.events).toEqual(
      retained(
        'item 7 remains in the account and continues to be billed, because it is a part of an item of another namespace',
      ),
    );
  });
});
