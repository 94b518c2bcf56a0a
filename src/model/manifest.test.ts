import { expect, test } from 'vitest';
import { specFrom } from './manifest.ts';
import type { Fields } from './step.ts';

test.each<[string, Fields, Fields, Fields]>([
  [
    'is nested',
    { label: 'a', 'backups.schedule.day': 'Monday', 'backups.on': true },
    {},
    { label: 'a', backups: { schedule: { day: 'Monday' }, on: true } },
  ],
  [
    'does not say what says nothing',
    { a: null, b: undefined, c: '', d: [], e: 0, f: false },
    {},
    { e: 0, f: false },
  ],
  [
    'does not say so either where something is usual',
    { a: null, b: undefined },
    { a: 1, b: 2 },
    {},
  ],
  ['says a list that holds something', { tags: ['web'] }, {}, { tags: ['web'] }],
  ['says a word that is short of nothing', { word: 'x' }, {}, { word: 'x' }],
  ['does not name the mark', { mark: 'k8s:u-1' }, {}, {}],
  [
    'leaves out what is as usual',
    { region: 'eu', size: 20 },
    { region: 'eu', size: 10 },
    { size: 20 },
  ],
])('a spec %s', (_, has, usual, spec) => {
  expect(specFrom(has, usual)).toStrictEqual(spec);
});
