import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { ELAPSED, listingOf, NOW } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import { newKeptSecret } from '../pass/kept-secret.ts';
import { itemClaim, partClaim } from '../term/claims.ts';
import { lookCloser } from './details.ts';
import { claimantOf } from './holding.ts';
import { isSecretTouched } from './secret-touched.ts';

const ITEM = { id: 7 };
const LOST: Failure = { code: 'Unreachable', detail: 'cut off' };
const PRINT = fingerprint(ITEM);
const condition = (type: string, status = 'True') => ({
  type,
  status,
  reason: 'x',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
});
const AT_REST = {
  id: 7,
  observedGeneration: 1,
  conditions: [condition('Synced')],
  applied: { size: fingerprint(3) },
};
const READS: NonNullable<Scene['kind']> = {
  details: () => ({
    disks: { path: '/disks', schema: null as never, paged: false },
    backups: null,
  }),
  wants: () => ({ size: 3, color: undefined }),
};
const DETAILS = { disks: 'read /disks' };
const looking = (scene: Scene = {}) =>
  stage({
    kind: READS,
    status: AT_REST,
    account: { read: async ({ path }) => ok(`read ${path}`) as never },
    ...scene,
  });
const known = { itemPrint: PRINT, detailsAt: 5 };

describe('details of an item', () => {
  test.each<[string, Scene, object]>([
    ['are not read at rest', { memory: known }, {}],
    ['are not read at the first look at rest', {}, {}],
    ['are read at the first look behind an event', { memory: { hintedAt: 1 } }, DETAILS],
    ['are read at the first look on the way', { status: { ...AT_REST, conditions: [] } }, DETAILS],
    ['are read while something is written', { memory: { ...known, unsettled: true } }, DETAILS],
    [
      'are read while the object is on its way',
      {
        memory: known,
        status: { ...AT_REST, conditions: [condition('Synced'), condition('Reconciling')] },
      },
      DETAILS,
    ],
    [
      'are not read while it is not ready',
      {
        memory: known,
        status: {
          ...AT_REST,
          conditions: [condition('Synced'), condition('Reconciling', 'False')],
        },
      },
      {},
    ],
    [
      'are read while the object is out of sync',
      { memory: known, status: { ...AT_REST, conditions: [condition('Synced', 'False')] } },
      DETAILS,
    ],
    [
      'are read without conditions',
      { memory: known, status: { ...AT_REST, conditions: undefined } },
      DETAILS,
    ],
    [
      'are read after an edit',
      { memory: known, status: { ...AT_REST, observedGeneration: 0 } },
      DETAILS,
    ],
    [
      'are read where something else is wanted than was applied',
      { memory: known, status: { ...AT_REST, applied: { size: fingerprint(4) } } },
      DETAILS,
    ],
    [
      'are read where nothing was applied',
      { memory: known, status: { ...AT_REST, applied: undefined } },
      DETAILS,
    ],
    ['are read after a change of the item', { memory: { ...known, itemPrint: 'other' } }, DETAILS],
    ['are read after an event', { memory: { ...known, hintedAt: 5 } }, DETAILS],
    ['are not read again after that', { memory: { ...known, hintedAt: 4 } }, {}],
  ])('%s', async (_, scene, details) => {
    const { pass, memory } = looking(scene);
    expect(await lookCloser(pass, ITEM)).toEqual({ ok: true, value: details });
    expect(memory).toMatchObject({
      itemPrint: PRINT,
      detailReads: 1,
      detailsAt: details === DETAILS || memory.detailsAt === NOW ? NOW : 5,
    });
  });

  test('of an object at rest count as read at its first look', async () => {
    const { pass, memory } = looking();
    await lookCloser(pass, ITEM);
    expect(memory.detailsAt).toBe(NOW);
  });

  test('are read in a rotation', async () => {
    const { pass } = looking({ memory: known });
    expect(
      await lookCloser({ ...pass, cause: { class: 'sweep', namespace: 'team' } }, ITEM),
    ).toEqual({ ok: true, value: DETAILS });
  });

  test('that cannot be read fail the look', async () => {
    const { pass, memory } = looking({
      memory: { ...known, unsettled: true },
      account: { read: async () => fail(LOST) },
    });
    expect(await lookCloser(pass, ITEM)).toEqual({ ok: false, failure: LOST });
    expect(memory.detailsAt).toBe(5);
  });

  test('that a listing shows are read there, and count as no request of their own', async () => {
    const { pass, memory } = looking({
      kind: {
        ...READS,
        details: () => ({
          disks: { path: '/disks', schema: null as never, paged: false },
          nodes: {
            path: '/nodes',
            schema: null as never,
            paged: true,
            shared: {
              row: null as never,
              expects: ({ disks }: object & { disks?: unknown }) =>
                disks === 'read /disks' ? [1] : [9],
            },
          },
        }),
      },
      memory: { ...known, unsettled: true },
      account: {
        read: async ({ path }) => ok(`read ${path}`) as never,
        list: async () => ok(listingOf([{ id: 1 }])) as never,
      },
    });
    expect(await lookCloser(pass, ITEM)).toEqual(ok({ ...DETAILS, nodes: [{ id: 1 }] }));
    expect(memory.detailReads).toBe(1);
  });

  test.each<[string, Scene, boolean]>([
    ['that it manages', {}, true],
    ['that it only observes', { spec: { policy: { mode: 'Observe' } } }, false],
  ])('show the parts of an item %s', async (_, scene, isProven) => {
    const { pass, env, claims } = looking({
      ...scene,
      kind: {
        ...READS,
        report: ({ details }) => ({
          nodes: details['disks'] === null ? [] : [{ id: 1 }, { id: 2 }],
        }),
        holds: [
          { path: 'nodes[].id', as: 'Node' },
          { path: 'backups[].id', as: 'Backup' },
        ],
      },
      metadata: { uid: 'me' },
      memory: { ...known, unsettled: true },
    });
    const node = partClaim('A', 'Node', 2);
    claims.take(node, { ...claimantOf(pass), uid: 'other' });
    await lookCloser(pass, ITEM);
    const at = (as: string) => [NOW - 1, NOW].map((moment) => env.looks.isAfter(moment, 'me', as));
    expect([at('Node'), at('Backup')]).toEqual([
      [true, false],
      [false, false],
    ]);
    expect(
      [1, 2, 3].map((id) => env.looks.shows('team', 'Node', partClaim('A', 'Node', id))),
    ).toEqual([true, true, false]);
    expect([claims.holds('me', node), claims.isProven(node)]).toEqual([isProven, isProven]);
    expect(claims.holds('me', itemClaim('A', 'Node', 2))).toBe(false);
  });

  test('list the parts that other objects hold, and claim those alone that have a name', async () => {
    const { pass, claims } = looking({
      kind: {
        ...READS,
        report: () => ({ nodes: [{ id: 1, name: 'a' }, { id: 2 }, { id: 3, name: 'c' }] }),
        holds: [{ path: 'nodes[].id', as: 'Node', having: 'name', elsewhere: 'held' }],
      },
      metadata: { uid: 'me' },
      memory: { ...known, unsettled: true },
    });
    const other = { ...claimantOf(pass), uid: 'other' };
    for (const id of [2, 3]) claims.take(itemClaim('A', 'Node', id), other);
    expect(await lookCloser(pass, ITEM)).toEqual(ok({ ...DETAILS, held: [2, 3] }));
    expect([1, 2, 3].map((id) => claims.holds('me', partClaim('A', 'Node', id)))).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('are read where the Secret of the item was touched', async () => {
    const { pass } = looking({ kind: { ...READS, secretSuffix: 'conn' }, memory: known });
    expect(await lookCloser(pass, ITEM)).toEqual({ ok: true, value: DETAILS });
  });
});

describe('the Secret of an item', () => {
  const MIN = 60_000;
  const kept = (version: string | null | undefined, ...ages: readonly number[]) => ({
    keptSecret: { ...newKeptSecret(), version, touchedAt: ages.map((age) => ELAPSED - age) },
  });
  const on = (scene: Scene, isThere: boolean) => {
    const world = stage({ kind: { secretSuffix: 'conn' }, ...scene });
    const there = isThere ? world.cluster.secrets.apply('team', 'web-conn', {}) : null;
    return { ...world, there };
  };
  test.each<[string, Scene, boolean, boolean]>([
    ['that was never seen is believed', {}, true, false],
    ['that was never seen and is not there is not', {}, false, true],
    ['that went is touched', { memory: kept('1') }, false, true],
    ['that was not there is not touched', { memory: kept(null) }, false, false],
    ['that was not there and appears is touched', { memory: kept(null) }, true, true],
    ['that another writer changed is touched', { memory: kept('1') }, true, true],
    ['is nothing where the kind has none', { kind: {}, memory: kept('1') }, true, false],
    [
      'is nothing where nothing is managed',
      { spec: { policy: { mode: 'Preview' } }, memory: kept('1') },
      true,
      false,
    ],
    [
      'is nothing while the object is deleted',
      { metadata: { deletionTimestamp: 'now' }, memory: kept('1') },
      true,
      false,
    ],
    ['that was touched four times is looked into', { memory: kept('1', 4, 3, 2, 1) }, true, true],
    ['that was touched five times is put off', { memory: kept('1', 5, 4, 3, 2, 1) }, true, false],
    [
      'that was touched five times is looked into in the end',
      { memory: kept('1', 5 * MIN, 4 * MIN, 3 * MIN, 2.5 * MIN, 2 * MIN) },
      true,
      true,
    ],
    [
      'that was touched five times long ago is looked into',
      { memory: kept('1', 10 * MIN, 5, 4, 3, 2) },
      true,
      true,
    ],
  ])('%s', async (_, scene, isThere, isTouched) => {
    const world = on(scene, isThere);
    expect(await isSecretTouched(world.pass)).toBe(isTouched);
    if (isTouched)
      expect(world.memory.keptSecret).toMatchObject({
        version: world.there?.resourceVersion ?? null,
        putOffMs: 0,
      });
    if (isTouched) expect(world.memory.keptSecret.touchedAt.at(-1)).toBe(ELAPSED);
  });

  test('that is put off says for how long, and keeps its version', async () => {
    const world = on({ memory: kept('1', 5, 4, 3, 2, 1_000) }, true);
    await isSecretTouched(world.pass);
    expect(world.memory.keptSecret).toMatchObject({ version: '1', putOffMs: 119_000 });
  });

  test('that is current is remembered, and one that cannot be read is looked into', async () => {
    const world = on({}, true);
    await isSecretTouched(world.pass);
    expect(world.memory.keptSecret).toEqual({
      ...newKeptSecret(),
      version: world.there?.resourceVersion,
    });
    world.cluster.hide = () => ({ code: 'Unreachable', detail: 'away' });
    expect(await isSecretTouched(world.pass)).toBe(true);
    expect(world.memory.keptSecret.version).toBe(world.there?.resourceVersion);
  });
});
