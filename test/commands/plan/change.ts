import fc from 'fast-check';
import type { Case, CaseTable } from '../../../src/model/case.ts';
import { obstacles } from '../../conformance/obstacles.ts';
import type { Tried } from '../../conformance/stand.ts';
import { arbitraryOf } from '../../support/kinds/arbitrary.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A spec that a user may apply, and the previous state. */
export interface Change {
  /** The spec that created the item, on top of the kind's smallest; null: there is none yet. */
  readonly before: Fields | null;
  /** Rows of the kind's table whose item state is produced from outside. */
  readonly meddling: readonly Case[];
  readonly after: Fields;
  readonly policy: Fields;
}

const POLICIES: readonly Fields[] = [
  { consent: 'Auto', drift: 'Correct' },
  { consent: 'Ask', drift: 'Correct' },
  { consent: 'Ask' },
  { consent: 'Auto', drift: 'Report' },
];

/** Selects rows about actions that can be staged. */
const playable = ({ spec, cases, ...table }: CaseTable): readonly Case[] =>
  cases.filter(
    (row) =>
      row.refused === undefined &&
      row.mayTag !== false &&
      obstacles({ spec, cases, ...table }, row).length === 0,
  );

/** Combines fields of several rows, which need not be consistent. */
const mixed = (rows: readonly Case[]): fc.Arbitrary<Fields> =>
  fc
    .array(fc.constantFrom(...rows), { minLength: 1, maxLength: 3 })
    .map((some) => Object.assign({}, ...some.map(({ spec }) => spec)));

/** Occasionally sets a field to any value that its schema accepts. */
function odd({ kind }: Tried): fc.Arbitrary<Fields> {
  const fields = Object.entries<Parameters<typeof arbitraryOf>[0]>(kind.spec.shape);
  const one = fc
    .constantFrom(...fields)
    .chain(([field, schema]) =>
      arbitraryOf(schema).map((value) => (value === undefined ? {} : { [field]: value })),
    );
  return fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: one });
}

/** Generates specs for items of a kind. */
export function changesOf(tried: Tried): fc.Arbitrary<Change> {
  const rows = playable(tried.cases);
  const meddlers = rows.filter((row) => row.item !== null && row.item !== undefined);
  return fc
    .record({
      before: fc.oneof(
        { weight: 1, arbitrary: fc.constant(null) },
        { weight: 4, arbitrary: mixed(rows) },
      ),
      meddling:
        meddlers.length === 0
          ? fc.constant([])
          : fc.array(fc.constantFrom(...meddlers), { maxLength: 2 }),
      desired: mixed(rows),
      odd: odd(tried),
      policy: fc.constantFrom(...POLICIES),
    })
    .map(({ desired, odd: some, ...rest }) => ({ ...rest, after: { ...desired, ...some } }));
}
