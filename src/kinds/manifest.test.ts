import { expect, test } from 'vitest';
import { CASE_MARK, CASE_NAME, type Case } from '../model/case.ts';
import type { AnyKind, Item, Observed } from '../model/kind.ts';
import { parse } from '../model/parse.ts';
import { calls } from '../model/plan.ts';
import { describe as line } from '../model/step.ts';
import { REGISTRY, type Registered } from './rows.ts';

const HOLDER = { domainRef: { id: 5, domain: 'example.org' } };

/** Returns the faults in the spec of an item: a field that admission rejects, a step other than the
 *  mark, or the mark itself. */
function breaches(kind: AnyKind, observed: Observed<Item, unknown>): readonly string[] {
  const spec: object = kind.manifest.specOf(
    observed,
    kind.manifest.heldBy === undefined ? {} : HOLDER,
  );
  const admitted = parse(kind.spec, spec);
  const steps = kind.update({ spec, name: CASE_NAME, mark: CASE_MARK, secrets: {} }, observed, {});
  return [
    ...(admitted.ok ? [] : [`spec${admitted.path}: ${admitted.reason}`]),
    ...calls(steps).flatMap((step) =>
      step.changes.every(({ field }) => field === 'mark') ? [] : [line(step)],
    ),
    ...steps.flatMap((step) => (step.type === 'refuse' ? [line(step)] : [])),
    ...(JSON.stringify(spec).includes('k8s:') ? [`says a mark: ${JSON.stringify(spec)}`] : []),
  ];
}

const observedIn = (
  { kind, cases }: Registered,
  { item, details = {} }: Case,
): Observed<Item, unknown> => ({
  item: kind.item.parse({ ...cases.item, ...item }) as Item,
  details,
});

test.each(REGISTRY.map((one) => [one.kind.kind, one] as const))(
  'the spec made of an item plans nothing for it but the mark: %s',
  (_, one) => {
    const rows = one.cases.cases.filter((row) => row.item !== null && row.refused === undefined);
    const wrong = rows.flatMap((row) =>
      breaches(one.kind, observedIn(one, row)).map((breach) => `${row.name}: ${breach}`),
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  },
);
