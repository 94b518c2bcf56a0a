import { expect, test } from 'vitest';
import { type Dialect, emptyWorld, type World } from '../../core/world.ts';
import { storedSeconds, storedTtl } from './timing.ts';

const worldOf = (dialect: Dialect): World =>
  emptyWorld({ seed: 1, dialect, speed: 1, limits: 'off', origin: '' });
const recorded = worldOf('recorded');
const documents = worldOf('documents');

test.each([
  ['nothing', 0, 0, 0, 0],
  ['a second', 1, 30, 300, 300],
  ['a short time that was measured', 30, 30, 300, 300],
  ['the other one', 120, 120, 300, 300],
  ['a minute', 60, 120, 300, 300],
  ['a listed time', 3600, 3600, 3600, 3600],
  ['a quarter of an hour', 900, 3600, 3600, 300],
  ['nearer to the longer one', 3000, 3600, 3600, 3600],
  ['in the middle of two', 1950, 3600, 3600, 3600],
  ['just before the middle', 1949, 3600, 3600, 300],
  ['longer than the longest', 9_999_999, 2_419_200, 2_419_200, 2_419_200],
])('%s: %i s', (_name, seconds, asRecorded, domainByLetter, recordByLetter) => {
  expect([storedSeconds(recorded, seconds), storedTtl(recorded, seconds)]).toEqual([
    asRecorded,
    asRecorded,
  ]);
  expect([storedSeconds(documents, seconds), storedTtl(documents, seconds)]).toEqual([
    domainByLetter,
    recordByLetter,
  ]);
});
