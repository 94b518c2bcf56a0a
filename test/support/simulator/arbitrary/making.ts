import fc from 'fast-check';
import { make } from '../givens.ts';
import type { Stage } from '../stage.ts';

/** Creates an item in some state and returns the path by which it is read and changed. */
export type Making = (stage: Stage) => string;

/** Generates texts of plain characters. */
export const word = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.stringMatching(new RegExp(`^[a-z]{${minLength},${maxLength}}$`));

export const label = word(3, 20);
export const tags = fc.uniqueArray(word(3, 8), { maxLength: 3 });

/** Generates a body with some of its optional fields. */
export const body = (
  required: object,
  optional: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<object> =>
  fc.record(optional, { requiredKeys: [] }).map((given) => ({ ...required, ...given }));

/** Creates an item below `all` with one body and changes it with another, which the service may
 *  refuse. */
export const item = (
  all: string | Making,
  created: fc.Arbitrary<object>,
  changed: fc.Arbitrary<object>,
): fc.Arbitrary<Making> =>
  fc.tuple(created, fc.option(changed)).map(([creation, change]) => (stage) => {
    const above = typeof all === 'string' ? all : all(stage);
    const path = `${above}/${make(stage, above, creation)}`;
    stage.settle();
    if (change !== null) stage.call('PUT', path, change);
    return path;
  });
