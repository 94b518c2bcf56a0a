import { describe, expect, test } from 'vitest';
import { after, besides, inOrder, planLine } from './chain.ts';
import { planOf } from './plan.ts';
import { post } from './request.ts';
import { type Call, call, refuse, type Step, wait } from './step.ts';

const step = (verb: string): Call => call(verb, post(`/things/${verb}`, {}));
const [a, b, c] = [step('A'), step('B'), step('C')];

describe('steps in order', () => {
  test.each<
    readonly [name: string, steps: readonly Step[], depends: readonly (readonly string[])[]]
  >([
    ['stand alone where there is one', inOrder(a), [[]]],
    ['depend on the one before', inOrder(a, b, c), [[], ['A'], ['B']]],
    ['depend on a wait', inOrder(wait('it'), a), [[], ['wait for it']]],
    [
      'depend on all waits since the last call',
      inOrder(a, wait('it'), wait('more'), b),
      [[], ['A'], ['A', 'wait for it'], ['A', 'wait for it', 'wait for more']],
    ],
    [
      'depend on all steps of a list, which stand beside each other',
      inOrder([a, b], c),
      [[], [], ['A', 'B']],
    ],
    ['depend on nothing where a list is empty', inOrder([], a), [[]]],
    ['keep what they depended on before', inOrder(a, inOrder(b, c)), [[], ['A'], ['B', 'A']]],
  ])('%s', (_name, steps, depends) => {
    expect(steps.map((one) => one.after ?? [])).toEqual(depends);
  });
});

test('what may go on while a call is held is what does not depend on it, however far behind', () => {
  const released = after(wait('release'), a);
  const steps = [
    ...inOrder(a, released, b, c),
    step('D'),
    after(step('E'), released),
    refuse('spec.f', 'no'),
  ];
  expect(besides(steps, [a]).map(planLine)).toEqual([
    'D (POST /things/D)',
    'E (POST /things/E) [after wait]',
    'refuse spec.f: no',
  ]);
  expect(besides(steps, [])).toEqual(steps);
});

test('a line of a plan says what the step depends on, each verb once', () => {
  const lines = inOrder([a, a], wait('it'), wait('more'), b).map(planLine);
  expect(lines.at(-1)).toBe('B (POST /things/B) [after A, wait]');
});

test('the hash of a plan covers the calls that a step depends on, and no words', () => {
  const subject = { uid: 'u', asked: 'spec-1', id: 1, consents: 0 };
  const hash = (...steps: readonly Step[]): string => planOf(subject, steps).hash;
  expect(hash(a, b)).not.toBe(hash(...inOrder(a, b)));
  expect(hash(...inOrder(wait('a minute'), b))).toBe(hash(...inOrder(wait('an hour'), b)));
});
