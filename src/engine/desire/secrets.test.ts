import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { SECRET_LABEL } from '../../model/group.ts';
import { Secret } from '../../model/secret.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { endSecrets, keepSecrets } from './made-secrets.ts';
import { secretsFor } from './secrets-in.ts';

const UID = '00000000-0000-4000-8000-000000000001';
const waits = (what: string) => ({
  ok: false,
  outcome: { type: 'waiting', for: what, recheckMs: 60_000, reason: 'WaitingForReference' },
});
const GENERATES: NonNullable<Scene['kind']> = {
  generates: {
    field: 'password',
    suffix: 'seed',
    key: 'pw',
    length: 4,
    when: (spec) => (spec as { seed?: string }).seed === undefined,
  },
};
const naming = (reference: unknown): Scene => ({
  kind: { secretRefs: [{ path: 'seedRef', key: 'seed' }] },
  located: { desired: { spec: { seedRef: reference }, name: 'web', mark: null, secrets: {} } },
});
const shown = async (world: ReturnType<typeof stage>) => {
  const found = await secretsFor(world.pass);
  return found.ok
    ? Object.fromEntries(
        Object.entries(found.secrets).map(([field, secret]) => [field, secret.reveal()]),
      )
    : found;
};

describe('the value that a spec refers to', () => {
  test.each<[string, unknown, Readonly<Record<string, string>> | null, unknown]>([
    ['is none without a reference', undefined, null, {}],
    [
      'stands at the key that the kind names',
      { name: 's' },
      { seed: 'a', other: 'b' },
      { seedRef: 'a' },
    ],
    [
      'stands at the key that the spec names',
      { name: 's', key: 'other' },
      { seed: 'a', other: 'b' },
      { seedRef: 'b' },
    ],
    [
      'is waited for without a Secret',
      { name: 's' },
      null,
      waits('Secret team/s, which does not exist'),
    ],
    [
      'is waited for without the key',
      { name: 's', key: 'constructor' },
      { seed: 'a' },
      waits('a value for the key constructor of Secret team/s, which is empty'),
    ],
  ])('%s', async (_, reference, contents, found) => {
    const world = stage(naming(reference));
    if (contents !== null) {
      const secrets = Object.fromEntries(
        Object.entries(contents).map(([key, value]) => [key, new Secret(value)]),
      );
      world.cluster.secrets.apply('team', 's', secrets);
    }
    expect(await shown(world)).toEqual(found);
  });

  test('is waited for where the Secret cannot be read', async () => {
    const world = stage(naming({ name: 's' }));
    world.cluster.hide = () => ({ code: 'Denied', detail: 'no' });
    expect(await shown(world)).toEqual(waits('Secret team/s, which cannot be read: no'));
  });
});

describe('a password', () => {
  const conflict = {
    ok: false,
    outcome: {
      type: 'conflict',
      detail:
        'Secret team/web-seed exists and does not belong to this object; delete or rename it, or name it in the spec',
    },
  };
  const there = (
    owner: string,
    contents: Readonly<Record<string, Secret>>,
    world: ReturnType<typeof stage>,
  ) => world.cluster.secrets.apply('team', 'web-seed', contents, { [SECRET_LABEL.owner]: owner });

  test('is created once, with the labels of its object and without an owner', async () => {
    const world = stage({ kind: GENERATES });
    expect(await shown(world)).toEqual({ password: 'pppp' });
    const stored = world.cluster.secrets.get('team', 'web-seed');
    expect(stored).toMatchObject({
      labels: { [SECRET_LABEL.kind]: 'Gadget', [SECRET_LABEL.owner]: UID },
      owners: [],
    });
    expect(stored?.contents['pw']?.reveal()).toBe('pppp');
    expect([await shown(world), world.cluster.writes]).toEqual([
      { password: 'pppp' },
      ['putSecret team/web-seed'],
    ]);
  });

  test('is that of an earlier try', async () => {
    const world = stage({ kind: GENERATES });
    there(UID, { pw: new Secret('old') }, world);
    expect(await shown(world)).toEqual({ password: 'old' });
  });

  test.each([
    ['of another object', 'other', { pw: new Secret('x') }],
    ['without the key', UID, {}],
  ])('is not taken from a Secret %s', async (_, owner, contents) => {
    const world = stage({ kind: GENERATES });
    there(owner, contents, world);
    expect(await shown(world)).toEqual(conflict);
  });

  test.each<[string, Scene, object]>([
    ['is not made where the spec gives one', { kind: GENERATES, spec: { seed: 'x' } }, {}],
    ['is not made where the kind needs none', {}, {}],
    [
      'is made for a preview',
      { kind: GENERATES, spec: { policy: { mode: 'Preview' } } },
      { password: 'pppp' },
    ],
  ])('%s, and not stored', async (_, scene, found) => {
    const world = stage(scene);
    expect([await shown(world), world.cluster.writes]).toEqual([found, []]);
  });

  test('is waited for where it cannot be read or stored', async () => {
    const unread = stage({ kind: GENERATES });
    unread.cluster.hide = () => ({ code: 'Denied', detail: 'no' });
    expect(await shown(unread)).toEqual(waits('Secret team/web-seed, which cannot be read: no'));
    const unwritten = stage({ kind: GENERATES });
    unwritten.cluster.interfere = () => ({
      failure: { code: 'Denied', detail: 'no' },
      after: false,
    });
    expect(await shown(unwritten)).toEqual(waits('Secret team/web-seed to be stored: no'));
  });
});

describe('the Secrets that were made for an object', () => {
  const KIND: NonNullable<Scene['kind']> = { ...GENERATES, secretSuffix: 'conn' };
  const OTHER = { apiVersion: 'v1', kind: 'X', name: 'x', uid: 'x' };
  const ME = { apiVersion: 'cloudinfra.dev/v1alpha1', kind: 'Gadget', name: 'web', uid: UID };
  const world = (owners: readonly object[], owner = UID) => {
    const made = stage({ kind: KIND });
    for (const suffix of ['seed', 'conn']) {
      const secret = made.cluster.secrets.apply(
        'team',
        `web-${suffix}`,
        {},
        { [SECRET_LABEL.owner]: owner },
      );
      made.cluster.secrets.patch(secret, { ownerReferences: owners });
    }
    return made;
  };
  const ownersIn = ({ cluster }: ReturnType<typeof stage>) =>
    ['seed', 'conn'].map((suffix) => cluster.secrets.get('team', `web-${suffix}`)?.owners);

  test.each([
    ['stay without it', keepSecrets, [ME, OTHER], [OTHER], 2],
    ['stay as they are where it owns none', keepSecrets, [OTHER], [OTHER], 0],
    ['go with it', endSecrets, [OTHER], [OTHER, ME], 2],
    ['go with it as before', endSecrets, [OTHER, ME], [OTHER, ME], 0],
  ] as const)('%s', async (_, change, before, after, writes) => {
    const made = world(before);
    expect(await change(made.cluster, made.pass.subject)).toBeNull();
    expect([ownersIn(made), made.cluster.writes]).toEqual([
      [after, after],
      ['seed', 'conn'].slice(0, writes).map((suffix) => `patchSecret team/web-${suffix}`),
    ]);
  });

  test('are its own alone', async () => {
    const made = world([ME], 'other');
    expect([await keepSecrets(made.cluster, made.pass.subject), ownersIn(made)]).toEqual([
      null,
      [[ME], [ME]],
    ]);
    const none = stage({ kind: KIND });
    expect(await endSecrets(none.cluster, none.pass.subject)).toBeNull();
    const unnamed = stage();
    unnamed.cluster.hide = () => ({ code: 'Denied', detail: 'no' });
    expect(await endSecrets(unnamed.cluster, unnamed.pass.subject)).toBeNull();
  });

  test.each<[KubeFailure['code'], boolean]>([
    ['Gone', true],
    ['Denied', false],
  ])('that cannot be written (%s) stand in the way or not', async (code, isFine) => {
    const made = world([ME]);
    made.cluster.interfere = () => ({ failure: { code, detail: 'no' }, after: false });
    expect(await keepSecrets(made.cluster, made.pass.subject)).toEqual(
      isFine ? null : { code, detail: 'no' },
    );
    made.cluster.hide = () => ({ code: 'Unreachable', detail: 'away' });
    expect(await keepSecrets(made.cluster, made.pass.subject)).toEqual({
      code: 'Unreachable',
      detail: 'away',
    });
  });
});
