import { expect, test } from 'vitest';
import { Owners } from './owners.ts';

const change = (account: string, collection: string, ...ids: readonly number[]) => ({
  account,
  collection,
  ids,
  hint: false,
});

test('a change wakes who owns the item, and who still looks for one in the same collection of the same account', () => {
  const owners = new Owners();
  owners.set('Volume/default/a', { account: 'one', collection: '/volumes', id: 1 });
  owners.set('Volume/default/b', { account: 'one', collection: '/volumes', id: null });
  owners.set('Volume/default/c', { account: 'two', collection: '/volumes', id: 1 });
  expect(owners.of(change('one', '/volumes', 1))).toEqual(['Volume/default/b', 'Volume/default/a']);
  expect(owners.of(change('one', '/volumes', 2))).toEqual(['Volume/default/b']);
  expect(owners.of(change('two', '/volumes', 1, 2))).toEqual(['Volume/default/c']);
  expect(owners.of(change('one', '/domains', 1))).toEqual([]);
});

test('an object is woken for the item that it has now, and for none once it is gone', () => {
  const owners = new Owners();
  for (const id of [null, 1, 2])
    owners.set('Volume/default/a', { account: 'one', collection: '/volumes', id });
  expect([1, 2, 3].map((id) => owners.of(change('one', '/volumes', id)))).toEqual([
    [],
    ['Volume/default/a'],
    [],
  ]);
  owners.drop('Volume/default/a');
  expect(owners.of(change('one', '/volumes', 2))).toEqual([]);
});

test.each([
  ['account', { account: 'two', collection: '/volumes', id: 1 }],
  ['collection', { account: 'one', collection: '/domains', id: 1 }],
])('an object is woken in its new %s alone, and beside others that were there', (_, place) => {
  const owners = new Owners();
  const before = { account: 'one', collection: '/volumes', id: 1 };
  for (const key of ['Volume/default/a', 'Volume/default/b'] as const) owners.set(key, before);
  owners.set('Volume/default/a', place);
  expect(owners.of(change('one', '/volumes', 1))).toEqual(['Volume/default/b']);
  expect(owners.of(change(place.account, place.collection, 1))).toEqual(['Volume/default/a']);
  owners.set('Volume/default/a', before);
  expect(owners.of(change('one', '/volumes', 1))).toEqual(['Volume/default/b', 'Volume/default/a']);
  owners.drop('Volume/default/none');
});
