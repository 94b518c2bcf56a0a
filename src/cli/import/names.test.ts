import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { type Called, keyOf, namesFor } from './names.ts';

const volume = (id: number, text: string): Called => ({ kind: 'Volume', id, text });
const TAKEN = new Set(['Volume/taken', 'Volume/taken-1', 'Domain/free']);
const namesOf = (...all: readonly Called[]) =>
  all.map((one) => namesFor(all, TAKEN).get(keyOf(one)));

test.each<readonly [string, readonly Called[], readonly string[]]>([
  ['is the label, where Kubernetes takes it', [volume(1, 'web-data')], ['web-data']],
  ['is in small letters, with dashes for all else', [volume(1, 'Web_1.Data')], ['web-1-data']],
  ['begins and ends with no dash', [volume(1, '_sip._tcp SRV.')], ['sip-tcp-srv']],
  ['is kind and id where nothing of the label is left', [volume(7, '日本')], ['volume-7']],
  ['is short enough for names made of it', [volume(1, 'a'.repeat(64))], ['a'.repeat(50)]],
  [
    'has the id behind it where two would be the same',
    [volume(1, 'a b'), volume(2, 'a_b'), volume(3, 'c')],
    ['a-b-1', 'a-b-2', 'c'],
  ],
  [
    'is not that of another with an id behind it',
    [volume(1, 'a'), volume(2, 'a'), volume(3, 'a-1')],
    ['a-1-1', 'a-2', 'a-1'],
  ],
  [
    'has the id behind it where the name is taken, as often as it is',
    [volume(1, 'taken'), volume(2, 'free')],
    ['taken-1-1', 'free'],
  ],
  [
    'may be that of an object of another kind',
    [volume(1, 'a'), { ...volume(1, 'a'), kind: 'Domain' }],
    ['a', 'a'],
  ],
])('the name of an object %s', (_name, all, names) => {
  expect(namesOf(...all)).toEqual(names);
});

test.prop([
  fc.uniqueArray(fc.integer({ min: 1, max: 30 })),
  fc.array(fc.constantFrom('a', 'a-1', 'A', 'a-1-1', '')),
  fc.string(),
])('names are unique in a kind, and what Kubernetes takes', (ids, texts, odd) => {
  const names = namesOf(...ids.map((id, at) => volume(id, texts[at] ?? odd)));
  expect(new Set(names).size).toBe(ids.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
});
