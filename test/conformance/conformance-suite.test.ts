import { expect, test } from 'vitest';
import { stackScriptCases } from '../../src/kinds/stack-script/cases/index.ts';
import { stackScript } from '../../src/kinds/stack-script/index.ts';
import type { Case } from '../../src/model/case.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { put } from '../../src/model/request.ts';
import { call, refuse } from '../../src/model/step.ts';
import { playRow } from './row.ts';

const sound: AnyKind = stackScript;
const cases = stackScriptCases;
const rowNamed = (name: string): Case =>
  cases.cases.find((row) => row.name === name) ?? { name: 'there is no such row' };

const rename = (id: number) =>
  call('Rename', put(`/compute/stackscripts/${id}`, { rev_note: 'again' }), [
    { field: 'note', from: 'a', to: 'b' },
  ]);
let tick = 0;

/** A fault, the row that shows it, the faulty kind, and the message of the suite. */
const FAULTS: readonly (readonly [
  fault: string,
  row: string,
  kind: Partial<AnyKind>,
  says: RegExp,
])[] = [
  [
    'a plan that is never empty',
    'matching fields are left alone',
    { update: (_, { item }) => [rename(item.id)] },
    /never ready/,
  ],
  [
    'a plan that is not the row’s',
    'is described',
    {
      update: (desired, seen, past) =>
        sound
          .update(desired, seen, past)
          .map((step) => (step.type === 'call' ? { ...step, verb: 'Change' } : step)),
    },
    /the row does Update; done was Change/,
  ],
  [
    'an update that does nothing',
    'is described',
    { update: () => [] },
    /the row does Update; done was $|the row does Update/,
  ],
  [
    'a refusal without reason',
    'matching fields are left alone',
    { update: () => [refuse('spec.script', 'no')] },
    /never ready/,
  ],
  ['a deletion that leaves the item', 'is deleted', { remove: () => [] }, /never gone/],
  [
    'a status that never rests',
    'matching fields are left alone',
    { report: () => ({ deploymentsTotal: ++tick }) },
    /after a restart there was written patchStatus/,
  ],
  [
    'a plan that throws',
    'matching fields are left alone',
    {
      update: () => {
        throw new Error('oops');
      },
    },
    /a pass threw: Error: oops/,
  ],
  [
    'an item that is never usable',
    'matching fields are left alone',
    { health: () => ({ ready: false, reason: 'Broken', message: 'it is broken' }) },
    /never ready/,
  ],
  [
    'a health that says another word',
    'a private script is ready',
    { health: () => ({ ready: true, reason: 'Fine', message: 'it is' }) },
    /Ready says Fine, not Private/,
  ],
  ['drift that is not seen', 'is described', { update: seesOnce() }, /never reported as drifted/],
];

/** Builds an update that finds a difference only once. */
function seesOnce(): AnyKind['update'] {
  let seen = 0;
  return (desired, observed, past) => {
    const steps = sound.update(desired, observed, past);
    return steps.length > 0 && ++seen > 3 ? [] : steps;
  };
}

test.each(FAULTS)('%s is found', async (_fault, row, fault, says) => {
  const found = await playRow({ kind: { ...sound, ...fault }, cases }, rowNamed(row), 'recorded');
  expect(found.join('\n')).toMatch(says);
});
