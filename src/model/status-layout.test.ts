import { describe, expect, test } from 'vitest';
import { membersOf, placeOf, readStatus, storedForm, strangeIn } from './status-layout.ts';

const STORED = { id: 7, internal: { once: { a: 'b' }, consents: 2 } };

describe('the members of a stored status', () => {
  test.each<[string, unknown, object]>([
    ['stand side by side', STORED, { id: 7, once: { a: 'b' }, consents: 2 }],
    ['are none of nothing', undefined, {}],
    ['are none of a text', 'broken', {}],
    ['are those beside notes that are no map', { id: 7, internal: 'broken' }, { id: 7 }],
    ['leave out a note that stands outside', { id: 7, once: { a: 'b' } }, { id: 7 }],
    [
      'leave out what is no note among the notes',
      { internal: { id: 7, consents: 1 } },
      { consents: 1 },
    ],
  ])('%s', (_, stored, members) => {
    expect(membersOf(stored)).toEqual(members);
  });

  test('are read one by one: what is malformed takes nothing else with it', () => {
    const stored = {
      id: [7],
      account: 'A',
      internal: { once: { a: 1 }, consents: 2, applied: {} },
    };
    expect(readStatus(stored)).toEqual({ account: 'A', consents: 2, applied: {} });
  });
});

describe('the stored form', () => {
  test.each<[string, Readonly<Record<string, unknown>>, object]>([
    ['has the notes under internal', { id: 7, once: { a: 'b' }, consents: 2 }, STORED],
    ['is what it was where there are none', { id: 7, label: 'x' }, { id: 7, label: 'x' }],
    ['is of itself what it was', STORED, STORED],
    ['removes a note by null', { intent: null }, { internal: { intent: null } }],
    [
      'keeps what stands under internal already',
      { internal: { odd: null }, once: null },
      { internal: { odd: null, once: null } },
    ],
  ])('%s', (_, members, stored) => {
    expect(storedForm(members)).toEqual(stored);
  });

  test('has a place for each member', () => {
    expect([placeOf('id'), placeOf('intent')]).toEqual(['id', 'internal.intent']);
  });
});

test.each<[string, unknown, Readonly<Record<string, unknown>>, object]>([
  ['nothing of its own', { ...STORED, size: 3 }, { size: 3 }, {}],
  ['a member of no kind', { ...STORED, size: 3 }, {}, { size: null }],
  ['a malformed member', { id: [7] }, {}, { id: null }],
  ['a note of no name', { internal: { odd: 1, consents: 1 } }, {}, { internal: { odd: null } }],
  ['a malformed note', { internal: { once: { a: 1 } } }, {}, { internal: { once: null } }],
  ['notes that are no map', { id: 7, internal: [] }, {}, { internal: null }],
])('strange in a status is %s', (_, stored, own, patch) => {
  expect(strangeIn(stored, own)).toEqual(patch);
});
