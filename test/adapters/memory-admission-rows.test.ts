import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { REGISTRY } from '../../src/kinds/rows.ts';
import type { Case } from '../../src/model/case.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { MemoryCluster } from '../support/memory-cluster.ts';

/** Runs the rows of `test/e2e/crd.test.ts` on the API server in memory. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Row {
  readonly kind: AnyKind;
  readonly row: Case;
  readonly spec: object;
  readonly was: object;
}

const ROWS: readonly Row[] = REGISTRY.flatMap(({ kind, cases: table }) =>
  table.cases.map((row) => ({
    kind,
    row,
    spec: { ...table.spec, ...row.spec },
    was: { ...table.spec, ...row.was },
  })),
);
const titled = (rows: readonly Row[]) =>
  rows.map((one) => [`${one.kind.kind}: ${one.row.name}`, one] as const);
const onCreate = ROWS.filter(({ row }) => row.refused !== undefined && row.was === undefined);
const onUpdate = ROWS.filter(({ row }) => row.refused !== undefined && row.was !== undefined);
const accepted = ROWS.filter(({ row }) => row.refused === undefined);

/** Creates a cluster; returns its objections to a spec of one object, empty where it is
 *  admitted. */
function newCluster({ kind }: Pick<AnyKind, 'kind'>) {
  const cluster = new MemoryCluster(() => 0, KINDS);
  const name = { kind, namespace: 'default', name: 'example' };
  return {
    admission: cluster.admission,
    apply: (spec: object) => cluster.apply(name, spec),
    refusal: (spec: object) =>
      cluster.admission.objections(name, spec, cluster.get(name)).join('; '),
    exists: () => cluster.spoil(name, { id: 1 }),
  };
}

describe('the API server in memory refuses, when an object is made', () => {
  test.for(titled(onCreate))('%s', ([, { kind, spec, row }]) => {
    expect(newCluster(kind).refusal(spec)).toContain(row.refused);
  });
});

describe('the API server in memory refuses, once the item exists, and not before', () => {
  test.for(titled(onUpdate))('%s', ([, { kind, spec, was, row }]) => {
    const { apply, refusal, exists } = newCluster(kind);
    apply(was);
    expect(refusal(spec)).toBe('');
    exists();
    expect(refusal(spec)).toContain(row.refused);
    expect(refusal(was)).toBe('');
  });
});

test('the API server in memory accepts what no row refuses', () => {
  const refused = titled(accepted).flatMap(([title, { kind, spec }]) => {
    const why = newCluster(kind).refusal(spec);
    return why === '' ? [] : [`${title}: ${why}`];
  });
  expect(accepted.length).toBeGreaterThan(400);
  expect(refused).toEqual([]);
});

const EXAMPLES = globSync('src/kinds/*/example.yaml', { cwd: ROOT }).map((path) =>
  asRecord(load(readFileSync(join(ROOT, path), 'utf8'))),
);

test.for(EXAMPLES.map(({ kind, spec }) => [String(kind), spec as object] as const))(
  'the API server in memory accepts the example of a %s',
  ([kind, spec]) => {
    expect(newCluster({ kind }).refusal(spec)).toBe('');
  },
);

/** Specs with an immutable field each, which is then removed. */
const frozen = KINDS.flatMap((kind) =>
  kind.immutable.map((field) => {
    const row = accepted.find(
      (one) => one.kind === kind && asRecord(one.spec)[field] !== undefined,
    );
    const example = EXAMPLES.find((one) => one['kind'] === kind.kind)?.['spec'] as object;
    return [`${kind.kind} spec.${field}`, { kind, field, spec: row?.spec ?? example }] as const;
  }),
);

test.for(frozen)('an immutable field goes nowhere once the item exists: %s', ([, one]) => {
  const { apply, refusal, exists } = newCluster(one.kind);
  expect(Object.keys(one.spec)).toContain(one.field);
  apply(one.spec);
  exists();
  expect(refusal({ ...one.spec, [one.field]: undefined })).toMatch(
    new RegExp(`^(.*; )?spec\\.${one.field}: (required|must not change|spec\\.${one.field})`),
  );
});
