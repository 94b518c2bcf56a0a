import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Findings } from '../../src/engine/pass/pass.ts';
import { statusPatch } from '../../src/engine/report/report.ts';
import { shownPlan } from '../../src/engine/report/shown.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { CASE_MARK, CASE_NAME } from '../../src/model/case.ts';
import type { AnyKind, Item } from '../../src/model/kind.ts';
import { calls, planOf } from '../../src/model/plan.ts';
import type { Read } from '../../src/model/request.ts';
import { put } from '../../src/model/request.ts';
import { call, type Step } from '../../src/model/step.ts';
import { merged } from '../support/kinds/played.ts';
import { MOST_OF_STATUS } from '../support/sizes.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** Returns the largest value of a schema within its bounds; `n` makes members of lists differ. */
function largest(schema: Schema, n = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.at(-1);
  if (schema.anyOf !== undefined) return largest(schema.anyOf[0] ?? {}, n);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.min(schema.maximum ?? 1e9, 1e9) - n;
  if (schema.type === 'array')
    return Array.from({ length: schema.maxItems ?? 100 }, (_, i) => largest(schema.items ?? {}, i));
  if (schema.type === 'string') return textOf(schema, n);
  const named = Object.entries(schema.properties ?? {}).map(([name, one]) => [
    name,
    largest(one, n),
  ]);
  const open = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : null;
  const more =
    open === null ? [] : Array.from({ length: 20 }, (_, i) => [`member-${i}`, largest(open, i)]);
  return Object.fromEntries([...named, ...more]);
}

const textOf = ({ maxLength = 200 }: Schema, n: number): string =>
  `${n}`.padEnd(Math.min(maxLength, 65_536), 'x');

const REFS = /(Refs?|Selector|From)$/;

/** Returns a spec of maximum size, with resolved references. */
function largestSpec(kind: AnyKind): object {
  const schema = z.toJSONSchema(kind.spec, { unrepresentable: 'any' }) as Schema;
  const own = Object.entries(schema.properties ?? {}).filter(([name]) => !REFS.test(name));
  return Object.fromEntries(own.map(([name, one]) => [name, largest(one)]));
}

const PASS = {
  generation: 1,
  name: CASE_NAME,
  namespace: 'default',
  uid: 'u',
  resourceVersion: '1',
  creationTimestamp: '',
};

/** Returns the size of the status with all steps held and all differences reported. */
function sizeOf(kind: AnyKind, steps: readonly Step[], more: Partial<Findings> = {}): number {
  const plan = planOf({ uid: 'u', asked: 'spec-1', id: 1, consents: 0 }, steps);
  const drift = calls(steps).flatMap(({ changes }) => changes);
  const object = { apiVersion: 'v1', kind: kind.kind, metadata: PASS };
  const findings: Findings = {
    outcome: { type: 'held', plan, why: 'ConsentRequired' },
    plan,
    drift,
    ...more,
  };
  return JSON.stringify(statusPatch(object, {}, findings, 0)).length;
}

test.each(REGISTRY.map(({ kind, cases }) => ({ name: kind.kind, kind, cases })))(
  'the status of the largest $name can be written',
  ({ kind, cases }) => {
    const desired = {
      spec: merged(cases.spec, largestSpec(kind)),
      name: CASE_NAME,
      mark: CASE_MARK,
      secrets: {},
    };
    const item: Item = kind.item.parse(cases.item);
    const reads = Object.entries(
      kind.details(desired, item) as Readonly<Record<string, Read<unknown> | null>>,
    );
    const lists = reads
      .filter(([, read]) => read?.schema.safeParse([]).success)
      .map(([name]) => name);
    const details = Object.fromEntries(lists.map((name) => [name, []]));
    const mirrored = kind.report({ item, details }, {}, desired);
    expect(sizeOf(kind, kind.create(desired, []))).toBeLessThan(MOST_OF_STATUS);
    expect(sizeOf(kind, kind.update(desired, { item, details }, {}), { mirrored })).toBeLessThan(
      MOST_OF_STATUS,
    );
  },
);

test.each([400, 1000, 4000])(
  'the status of a firewall whose %i instances all change can be written',
  (count) => {
    const many = Array.from({ length: count }, (_, index) => index);
    const devices = many.map((id) => ({
      id,
      entity: { id: 46_000_000 + id, type: 'compute', label: `${id}`.padEnd(64, 'x') },
    }));
    const spec = {
      instanceSelector: {},
      instanceRefs: many.map((id) => ({ id: 47_000_000 + id })),
    };
    const kind = KINDS.find((one) => one.kind === 'Firewall');
    const item: unknown = kind?.item.parse(REGISTRY.find((one) => one.kind === kind)?.cases.item);
    const observed = { item, details: { devices } };
    const desired = { spec, name: CASE_NAME, mark: CASE_MARK, secrets: {} };
    const steps: readonly Step[] = kind?.update(desired, observed, {}) ?? [];
    const ids = {
      instanceSelector: many.map((id) => ({
        name: `${id}`.padEnd(253, 'x'),
        value: 47_000_000 + id,
      })),
    };
    expect(steps.length).toBe(2 * count);
    if (kind !== undefined)
      expect(
        sizeOf(kind, steps, { ids, mirrored: kind.report(observed, {}, desired) }),
      ).toBeLessThan(MOST_OF_STATUS);
  },
);

test('a plan that is not shown whole says how much more there is, and its hash covers that too', () => {
  const steps = Array.from({ length: 60 }, (_, n) =>
    call('Set', put('/things/1', {}), [{ field: 'f', from: null, to: n }]),
  );
  const shown = (all: readonly Step[]) =>
    shownPlan(planOf({ uid: 'u', asked: 'spec-1', id: 1, consents: 0 }, all));
  const { hash, more, steps: first } = shown(steps);
  expect([first.length, more, shown(steps.slice(0, 50)).more]).toEqual([50, 10, undefined]);
  expect(shown(steps.slice(0, 59)).hash).not.toBe(hash);
  const [long] = shown([
    call('Set', put('/things/1', {}), [{ field: 'f', from: null, to: 'x'.repeat(5_000) }]),
  ]).steps;
  expect(String(long?.changes?.[0]?.to)).toMatch(/^x{2047}…$/);
});
