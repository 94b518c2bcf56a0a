import { expect, test } from 'vitest';
import { explain, type Failure } from './failure.ts';

test.each<[Failure, string]>([
  [{ code: 'Denied', detail: 'not allowed' }, 'not allowed'],
  [{ code: 'Rejected', problems: [{ reason: 'no capacity' }] }, 'no capacity'],
  [
    {
      code: 'Rejected',
      problems: [{ field: 'label', reason: 'is taken' }, { reason: 'no capacity' }],
    },
    'label: is taken; no capacity',
  ],
])('%j is explained as «%s»', (failure, sentence) => {
  expect(explain(failure)).toBe(sentence);
});
