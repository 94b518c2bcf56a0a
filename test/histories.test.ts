import { expect, test } from 'vitest';
import { search } from './histories/search.ts';

/** Histories in every run, each time the same; `npm run histories` lives through as many others as one likes. */
const RUNS = 30;
/** On a busy machine there are fewer: what was begun is always finished. */
const WITHIN_MS = 90_000;

test('whatever users, others, faults, deaths and changes of leaders do, nothing is lost and all ends well', {
  timeout: 900_000,
}, async () => {
  const { runs, failure } = await search({ runs: RUNS, seed: 20_261_121, withinMs: WITHIN_MS });
  expect(failure?.text ?? 'nothing is wrong').toBe('nothing is wrong');
  expect(runs).toBeGreaterThan(0);
});
