import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { ANNOTATION, CLASS_LABEL } from '../../model/group.ts';
import { DEFAULT_SETTINGS, forgetObject, graceMs, lagMs } from './environment.ts';
import {
  classOf,
  concerns,
  otherOperator,
  type Self,
  servedBy,
  serves,
  signature,
  signedBy,
} from './operator-identity.ts';

const ME: Self = { name: 'ns/me', class: null };
const GOLD: Self = { name: 'ns/me', class: 'gold' };
const asker = (self: Self, uid: string | null = 'here') => ({ self, cluster: { uid: () => uid } });
const objectOf = (operator?: object, scene: Scene = {}) =>
  stage({ ...scene, status: operator === undefined ? {} : { operator } }).pass.copy.object;
const labelled = (value: string): Scene => ({ metadata: { labels: { [CLASS_LABEL]: value } } });

test.each<[Scene, string | null, boolean, boolean]>([
  [{}, null, true, false],
  [labelled(''), null, true, false],
  [labelled('gold'), 'gold', false, true],
  [labelled('silver'), 'silver', false, false],
  [{ metadata: { labels: { other: 'gold' } } }, null, true, false],
])('an object with %o is of the class %s', (scene, named, plain, gold) => {
  const object = objectOf(undefined, scene);
  expect([classOf(object), serves(ME, object), serves(GOLD, object)]).toEqual([named, plain, gold]);
});

describe('the operator that a status names', () => {
  test.each<[string, object | undefined, string | null, Self | null]>([
    ['is none without a record', undefined, 'here', null],
    ['is none without a name', { class: 'gold', cluster: 'here' }, 'here', null],
    ['is none with an odd name', { name: 3 }, 'here', null],
    ['is the one of that name', { name: 'ns/you' }, 'here', { name: 'ns/you', class: null }],
    ['has a class', { name: 'ns/you', class: 'gold' }, 'here', { name: 'ns/you', class: 'gold' }],
    ['has no odd class', { name: 'ns/you', class: 3 }, 'here', { name: 'ns/you', class: null }],
    [
      'is of this cluster',
      { name: 'ns/you', cluster: 'here' },
      'here',
      { name: 'ns/you', class: null },
    ],
    ['is none of another cluster', { name: 'ns/you', cluster: 'there' }, 'here', null],
    [
      'may be of a cluster without a name',
      { name: 'ns/you', cluster: 'there' },
      null,
      { name: 'ns/you', class: null },
    ],
    [
      'is of no odd cluster',
      { name: 'ns/you', cluster: 3 },
      'here',
      { name: 'ns/you', class: null },
    ],
  ])('%s', (_, operator, uid, self) => {
    expect(servedBy(asker(ME, uid), objectOf(operator))).toEqual(self);
  });

  test.each<[string, object | undefined, Scene, boolean, Self | null]>([
    ['is this one', { name: 'ns/me' }, {}, true, null],
    ['is this one, of a class that is left', { name: 'ns/me' }, labelled('gold'), true, null],
    ['is another one', { name: 'ns/you' }, {}, true, { name: 'ns/you', class: null }],
    [
      'is another one, of another class',
      { name: 'ns/you' },
      labelled('gold'),
      false,
      { name: 'ns/you', class: null },
    ],
    [
      'ended, as a person says',
      { name: 'ns/you' },
      { metadata: { annotations: { [ANNOTATION.movedFrom]: 'ns/you' } } },
      true,
      null,
    ],
    [
      'did not end',
      { name: 'ns/you' },
      { metadata: { annotations: { [ANNOTATION.movedFrom]: 'ns/x' } } },
      true,
      { name: 'ns/you', class: null },
    ],
    ['is none', undefined, {}, true, null],
  ])('%s', (_, operator, scene, isOurs, other) => {
    const object = objectOf(operator, scene);
    expect([concerns(asker(ME), object), otherOperator(asker(ME), object)]).toEqual([
      isOurs,
      other,
    ]);
  });
});

test('an operator signs with its name, and with its class in place of that of another one', () => {
  expect([signature(ME), signature(GOLD)]).toEqual([
    { name: 'ns/me' },
    { name: 'ns/me', class: 'gold' },
  ]);
  expect(signedBy(ME, { class: 'gold', cluster: 'c' })).toEqual({ name: 'ns/me', cluster: 'c' });
  expect(signedBy(GOLD, { class: 'silver', cluster: 'c' })).toEqual({
    name: 'ns/me',
    class: 'gold',
    cluster: 'c',
  });
});

test('an object that is gone is forgotten by all that share it', () => {
  const { env, pass, claims, owners } = stage({
    status: { credential: { secret: 'cloudinfra-credentials', account: 'B' } },
  });
  const { object } = pass.copy;
  const name = { kind: 'Part', namespace: 'team', name: 'p' };
  claims.take('x', { uid: object.metadata.uid, title: '', namespace: 'team' });
  owners.set('Gadget/team/web', { account: 'A', collection: '/gadgets', id: null });
  env.dependents.set('Gadget/team/web', [name]);
  env.usedCredentials.note(object);
  forgetObject(env, object);
  expect(claims.others('', '')).toEqual([]);
  expect(owners.of({ account: 'A', collection: '/gadgets', ids: [], hint: false })).toEqual([]);
  expect(env.dependents.of(name, [])).toEqual([]);
  expect(env.usedCredentials.otherThan('A', 'team')).toBeNull();
});

test.each([
  [{}, 60_000, 900_000],
  [{ requestTimeoutMs: 10_000 }, 45_000, 900_000],
  [{ leaseMs: 40_000 }, 70_000, 900_000],
  [{ listingLagMs: 1_000 }, 60_000, 60_000],
])('with %o a request has had its effect after %d ms, and shows after %d', (over, grace, lag) => {
  const settings = { ...DEFAULT_SETTINGS, ...over };
  expect([graceMs(settings), lagMs(settings)]).toEqual([grace, lag]);
});
