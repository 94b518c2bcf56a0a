import { expect, test } from 'vitest';
import { MemoryCluster } from '../../../test/support/memory-cluster.ts';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { recordOf } from '../pass/intent.ts';
import type { PassRecord } from '../ports/telemetry.ts';
import { Claims, fruitClaim, itemClaim, keyClaim, makingClaim, partClaim } from '../term/claims.ts';
import { oldestFirst, recordExisting, takeExistingClaims } from './existing-claims.ts';

const NAME = { kind: 'Gadget', namespace: 'team', name: 'web' };
const objectOf = (scene: Scene) => put(new MemoryCluster(() => 0, []), NAME, scene);
const aged = (uid: string, creationTimestamp: string) =>
  objectOf({ metadata: { uid, creationTimestamp } });

test('objects come in the order of their age, then of their uids', () => {
  const objects = [
    aged('c', '2026-01-02T00:00:00Z'),
    aged('b', '2026-01-01T00:00:00Z'),
    aged('a', '2026-01-02T00:00:00Z'),
  ];
  expect(oldestFirst(objects).map(({ metadata }) => metadata.uid)).toEqual(['b', 'a', 'c']);
  expect(oldestFirst(objects.toReversed()).map(({ metadata }) => metadata.uid)).toEqual([
    'b',
    'a',
    'c',
  ]);
});

const INTENT = recordOf({
  uid: 'me',
  at: 5,
  account: 'A',
  path: '/gadgets',
  key: 'k',
  marked: false,
});
const MADE = [
  keyClaim('A', '/gadgets', 'k'),
  makingClaim('A', 'Gadget', 'me', 5),
  fruitClaim('A', '/gadgets', 'k'),
];
const HELD = { id: 7, account: 'A', weight: 3 };
const HOLDS = [itemClaim('A', 'Gadget', 7), partClaim('A', 'Part', 3)];

test.each<[string, Scene, readonly string[]]>([
  ['the item that it has, and its parts', { status: HELD }, HOLDS],
  [
    'the item alone where its create is recorded too',
    { status: { ...HELD, intent: INTENT } },
    HOLDS,
  ],
  ['what its create may have made', { status: { intent: INTENT } }, MADE],
  [
    'what its create may have made while no account is recorded',
    { status: { id: 7, intent: INTENT } },
    MADE,
  ],
  ['nothing in mode Observe', { status: HELD, spec: { policy: { mode: 'Observe' } } }, []],
  ['nothing in mode Preview', { status: HELD, spec: { policy: { mode: 'Preview' } } }, []],
  ['the item in mode Paused', { status: HELD, spec: { policy: { mode: 'Paused' } } }, HOLDS],
  ['nothing without an item', {}, []],
  [
    'nothing by the intent of another object',
    { status: { intent: { ...INTENT, uid: 'other' } } },
    [],
  ],
])('an object claims at the start %s', (_, scene, things) => {
  const claims = new Claims();
  const { kind } = stage({ kind: { holds: [{ path: 'weight', as: 'Part' }] } }).pass.subject;
  takeExistingClaims(claims, [kind], objectOf({ metadata: { uid: 'me' }, ...scene }));
  const claimant = { uid: 'me', title: 'Gadget team/web', namespace: 'team' };
  expect(claims.others('', '')).toEqual(things.map((thing) => [thing, claimant]));
});

test.each<[string, string, Scene, boolean]>([
  ['is disputed by an object of another namespace', 'other', {}, true],
  ['is not by one of the namespace', 'team', {}, false],
  ['is not by a copied status', 'other', { status: { ...HELD, intent: INTENT } }, false],
  [
    'is by the status of one that created it',
    'other',
    { status: { ...HELD, intent: { ...INTENT, uid: 'second' } } },
    true,
  ],
])('an item that the status of an older object records %s', (_, namespace, scene, isSo) => {
  const claims = new Claims();
  const { kind } = stage().pass.subject;
  const item = itemClaim('A', 'Gadget', 7);
  takeExistingClaims(claims, [kind], objectOf({ metadata: { uid: 'first' }, status: HELD }));
  expect(claims.isDisputed(item, 'first')).toBe(false);
  const second = put(
    new MemoryCluster(() => 0, []),
    { ...NAME, namespace },
    { status: HELD, ...scene, metadata: { uid: 'second' } },
  );
  takeExistingClaims(claims, [kind], second);
  expect([claims.isDisputed(item, 'first'), claims.isDisputed(item, 'second')]).toEqual([
    isSo,
    false,
  ]);
  expect(claims.holds('first', item)).toBe(true);
});

test('an existing object is recorded with its credential, and a bug about it is reported', () => {
  const told: string[] = [];
  const telemetry = { pass: ({ name, outcome }: PassRecord) => void told.push(name, outcome) };
  const { env } = stage({ env: { telemetry } });
  const secret = 'cloudinfra-credentials';
  recordExisting(env, objectOf({ status: { ...HELD, credential: { secret, account: 'A' } } }));
  expect(env.claims.others('', '').map(([thing]) => thing)).toEqual([itemClaim('A', 'Gadget', 7)]);
  expect(env.usedCredentials.otherThan('B', 'team')).toEqual({ secret, account: 'A' });
  expect(told).toEqual([]);
  const broken = {
    ...objectOf({}),
    get status(): object {
      throw new Error('odd');
    },
  };
  recordExisting(env, broken);
  expect(told).toEqual(['web', 'broken']);
});

test('an object of a kind that is not served claims nothing', () => {
  const claims = new Claims();
  takeExistingClaims(claims, [], objectOf({ status: HELD }));
  expect(claims.others('', '')).toEqual([]);
});
