import { expect, test } from 'vitest';
import type { PassRecord } from '../ports/telemetry.ts';
import { bugOf, containBug } from './bug-recheck.ts';

const OBJECT = { kind: 'Gadget', metadata: { namespace: 'team', name: 'web' } } as Parameters<
  typeof containBug
>[1];

test.each<[string, unknown, string]>([
  ['an error', new Error('odd'), 'odd'],
  ['what is no error', 'odd text', 'odd text'],
])('%s that is thrown for one object is reported as a pass that threw', (_, error, expected) => {
  const told: PassRecord[] = [];
  containBug({ pass: (record) => void told.push(record) }, OBJECT, () => {
    throw error;
  });
  expect(told).toEqual([
    {
      kind: 'Gadget',
      namespace: 'team',
      name: 'web',
      outcome: 'broken',
      detail: `bug in the operator, please report it: ${expected}`,
      steps: [],
      failedSteps: [],
      driftFound: 0,
      driftCorrected: 0,
      waitedMs: 0,
      tookMs: 0,
      wrote: 0,
      error,
    },
  ]);
  expect(told[0]).toEqual(bugOf({ kind: 'Gadget', namespace: 'team', name: 'web' }, error));
});

test('a call without an exception runs once and is not reported', () => {
  const told: string[] = [];
  containBug({ pass: () => void told.push('told') }, OBJECT, () => void told.push('done'));
  expect(told).toEqual(['done']);
});
