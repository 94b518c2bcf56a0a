import { describe, expect, test } from 'vitest';
import {
  DELETE,
  event,
  ITEM,
  kind,
  MARK,
  on,
  TAG,
  UID,
  UNMARK,
} from '../../../test/support/deleting.ts';
import { fillBrake } from '../../../test/support/full-brake.ts';
import { type Scene } from '../../../test/support/stage.ts';
import { ELAPSED, NOW, Refusal } from '../../../test/support/stage-service.ts';
import { after } from '../../model/chain.ts';
import type { Failure } from '../../model/failure.ts';
import { FINALIZER, SECRET_LABEL } from '../../model/group.ts';
import type { Outcome } from '../../model/outcome.ts';
import { Secret } from '../../model/secret.ts';
import { wait, waitAtMost } from '../../model/step.ts';
import { claimantOf } from '../observe/holding.ts';
import { letGo, releaseAll, remove, retain, withdraw } from './remove.ts';

const AT = new Date(NOW).toISOString();
const OBSERVED = { item: ITEM, details: {} };
const HEALTH = { ready: true, reason: 'Idle', message: 'it is there' };
const BUSY: Failure = { code: 'Busy', detail: 'busy' };
const DENIED: Failure = { code: 'Denied', detail: 'no' };
const GONE: Outcome = { type: 'gone' };
const refusing = (failure: Failure, step = 'DELETE /gadgets/7'): Scene => ({
  answers: { [step]: new Refusal(failure) },
});
const isThere = ({ cluster }: ReturnType<typeof on>): boolean => cluster.all('Gadget').length > 0;

/** Puts a Secret made for the object, with or without the object among its owners. */
function secretOf({ cluster }: ReturnType<typeof on>, isOwner: boolean, owner = UID): void {
  cluster.secrets.put(
    {
      name: 'web-seed',
      namespace: 'team',
      labels: { [SECRET_LABEL.owner]: owner },
      contents: { seed: new Secret('x') },
      owner: isOwner ? (cluster.all('Gadget')[0] ?? null) : null,
    },
    null,
  );
}
const owners = ({ cluster }: ReturnType<typeof on>) =>
  cluster.secrets.get('team', 'web-seed')?.owners.map(({ uid }) => uid);

describe('a deletion', () => {
  const did = ['Delete (DELETE /gadgets/7)'];
  const seen = { observed: OBSERVED, health: HEALTH, plan: null };
  const GOING = { outcome: { type: 'acted', verbs: ['Delete'] }, did, failed: [], ...seen };
  const stays = { type: 'waiting', for: 'item 7 to be gone', recheckMs: 10_000, reason: 'Waiting' };
  test.each<[string, Scene, object, number]>([
    ['is sent', {}, GOING, ELAPSED],
    [
      'is waited for',
      { memory: { deletedAt: ELAPSED - 10 } },
      { outcome: stays, did: [], failed: [], ...seen },
      ELAPSED - 10,
    ],
    [
      'is asked for again after ten minutes',
      { memory: { deletedAt: ELAPSED - 600_000 } },
      GOING,
      ELAPSED,
    ],
    [
      'fails',
      refusing(BUSY),
      { outcome: { type: 'failed', failure: BUSY }, did, failed: did, ...seen },
      0,
    ],
    [
      'waits',
      { kind: kind(wait('peace')) },
      {
        outcome: { type: 'waiting', for: 'peace', recheckMs: 5_000, reason: 'Waiting' },
        did: [],
        failed: [],
        ...seen,
      },
      0,
    ],
    [
      'begins with what goes first',
      { kind: kind(UNMARK) },
      {
        outcome: { type: 'acted', verbs: ['Unmark'] },
        did: ['Unmark (DELETE /gadgets/7/mark)'],
        failed: [],
        ...seen,
      },
      0,
    ],
    [
      'that has nothing to send is waited for',
      { kind: kind() },
      { outcome: stays, did: [], failed: [], ...seen },
      0,
    ],
    [
      'of a restricted user is recorded',
      { caller: { restricted: true } },
      { ...GOING, once: { 'deleted 7': AT } },
      ELAPSED,
    ],
    [
      'of a new item is recorded',
      { memory: { itemMadeAt: NOW }, status: { id: 7, once: { x: 'y' } } },
      { ...GOING, once: { x: 'y', 'deleted 7': AT } },
      ELAPSED,
    ],
    [
      'that fails is not recorded',
      { ...refusing(BUSY), caller: { restricted: true } },
      { outcome: { type: 'failed', failure: BUSY }, did, failed: did, ...seen },
      0,
    ],
  ])('%s', async (_, scene, findings, deletedAt) => {
    const world = on(scene);
    expect(await remove(world.pass, OBSERVED)).toEqual(findings);
    expect([world.memory.deletedAt, world.events]).toEqual([deletedAt, []]);
  });

  test.each([
    [999, false],
    [1_000, true],
  ])('goes on %s ms after it began without what it waits for: %s', async (ms, isOver) => {
    const pause = waitAtMost('peace', 1_000);
    const world = on({
      kind: kind(pause, after(DELETE, pause)),
      memory: { endingSince: ELAPSED - ms },
    });
    await remove(world.pass, OBSERVED);
    const message = 'item 7 is deleted, because the wait for peace timed out';
    expect([world.sent, world.events]).toEqual(
      isOver ? [['DELETE /gadgets/7'], [event('Warning', 'WaitEnded', message)]] : [[], []],
    );
  });

  test('is held by the brake', async () => {
    const world = on();
    await fillBrake(world.env, 40);
    const findings = await remove(world.pass, OBSERVED);
    expect(findings).toMatchObject({
      outcome: { type: 'held', why: 'Brake' },
      observed: OBSERVED,
      health: HEALTH,
      recheckMs: expect.any(Number),
    });
    expect(world.sent).toEqual([]);
  });
});

describe('an object is let go', () => {
  test.each<[string, Scene, readonly string[], readonly object[]]>([
    ['with the mark in the tags', {}, [TAG], []],
    [
      'without a word of a tag that is not there',
      refusing({ code: 'NotFound', detail: '' }, TAG),
      [TAG],
      [],
    ],
    [
      'with a word of a tag that stays',
      refusing(DENIED, TAG),
      [TAG],
      [event('Normal', 'TagStays', `the tag ${MARK} remains in the account: no`)],
    ],
    [
      'without a tag where items carry none',
      { kind: { ...kind(DELETE), wants: () => ({}) } },
      [],
      [],
    ],
    ['without a tag where there never was an item', { status: {} }, [], []],
  ])('%s', async (_, scene, sent, events) => {
    const world = on(scene);
    world.claims.take('x', claimantOf(world.pass));
    expect(await letGo(world.pass)).toEqual({ outcome: GONE });
    expect([world.sent, world.events, isThere(world), world.claims.holds(UID, 'x')]).toEqual([
      sent,
      events,
      false,
      false,
    ]);
  });

  test('with the Secrets that were made for it', async () => {
    const world = on();
    secretOf(world, false);
    world.cluster.interfere = (write) =>
      write.startsWith('patch ')
        ? { failure: { code: 'Denied', detail: 'no' }, after: false }
        : null;
    expect((await releaseAll(world.pass)).outcome).toMatchObject({ type: 'failed' });
    expect(owners(world)).toEqual([UID]);
  });

  test.each<
    [
      string,
      (pass: ReturnType<typeof on>['pass']) => Promise<{ readonly outcome: Outcome }>,
      readonly object[],
    ]
  >([
    [
      'all goes',
      releaseAll,
      [event('Warning', 'SecretStays', 'the Secrets of the item remain: no right')],
    ],
    ['only the object goes', withdraw, []],
  ])('although its Secrets cannot be changed, where %s', async (_, let_, events) => {
    const world = on();
    secretOf(world, let_ === withdraw);
    world.cluster.interfere = (write) =>
      write.startsWith('patchSecret')
        ? { failure: { code: 'Denied', detail: 'no right' }, after: false }
        : null;
    expect((await let_(world.pass)).outcome).toEqual(GONE);
    expect([world.events, isThere(world)]).toEqual([events, false]);
  });

  test.each([releaseAll, withdraw])('not while its Secrets cannot be reached: %o', async (let_) => {
    const world = on();
    world.cluster.hide = () => ({ code: 'Unreachable', detail: 'away' });
    expect((await let_(world.pass)).outcome).toMatchObject({
      type: 'failed',
      speaker: 'the Kubernetes API',
    });
    expect(isThere(world)).toBe(true);
  });

  test('without its Secrets where it only looked', async () => {
    const world = on({ metadata: { finalizers: [FINALIZER, 'other'] } });
    secretOf(world, true);
    expect(await withdraw(world.pass)).toEqual({ outcome: GONE });
    expect([owners(world), world.cluster.all('Gadget')[0]?.metadata.finalizers]).toEqual([
      [],
      ['other'],
    ]);
  });
});

describe('an item stays', () => {
  const RETAINED = (what: string) => event('Normal', 'Retained', what);
  test.each<[string, Scene, readonly string[], string]>([
    [
      'without its mark',
      {},
      ['DELETE /gadgets/7/mark', TAG],
      'item 7 remains in the account and continues to be billed, because why',
    ],
    [
      'with its mark where that is refused',
      refusing(DENIED, 'DELETE /gadgets/7/mark'),
      ['DELETE /gadgets/7/mark'],
      'item 7 remains in the account and continues to be billed, because why (its mark remains: the service rejected the request: no)',
    ],
  ])('%s', async (_, scene, sent, message) => {
    const world = on(scene);
    const findings = await retain(world.pass, OBSERVED, 'why');
    expect(findings).toEqual({
      outcome: GONE,
      did: ['Unmark (DELETE /gadgets/7/mark)'],
      failed: sent.length === 2 ? [] : ['Unmark (DELETE /gadgets/7/mark)'],
    });
    expect([world.sent, world.events, isThere(world)]).toEqual([sent, [RETAINED(message)], false]);
  });

  test('with its Secrets, or with a word of them', async () => {
    const kept = on({ metadata: { finalizers: [FINALIZER, 'other'] } });
    secretOf(kept, true);
    await retain(kept.pass, OBSERVED, 'why');
    expect(owners(kept)).toEqual([]);
    const told = on();
    secretOf(told, true);
    told.cluster.interfere = (write) =>
      write.startsWith('patchSecret')
        ? { failure: { code: 'Denied', detail: 'no right' }, after: false }
        : null;
    await retain(told.pass, OBSERVED, 'why');
    expect(told.events).toEqual([
      RETAINED(
        'item 7 remains in the account and continues to be billed, because why (its Secrets can be deleted: no right)',
      ),
    ]);
    const away = on();
    away.cluster.hide = () => ({ code: 'Unreachable', detail: 'away' });
    expect((await retain(away.pass, OBSERVED, 'why')).outcome).toMatchObject({ type: 'failed' });
    expect(away.events).toEqual([]);
  });
});
