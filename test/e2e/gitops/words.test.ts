import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/engine/ports/cluster.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { FRESH, OPERATION_STATES } from '../../deploy/gitops/operation-states.ts';
import { OPERATION_SCRIPT, type Reading, readings } from '../../deploy/gitops/readings.ts';
import { STATES } from '../../deploy/gitops/states.ts';
import { kstatus } from '../../support/kstatus.ts';
import { newObject } from '../../support/new-object.ts';

const fresh = (kind: string): KubeObject =>
  newObject(
    { kind, namespace: 'default', name: 'example' },
    {},
    { uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' },
  );

const ROWS = KINDS.flatMap(({ kind }) =>
  STATES.map((state) => ({ kind, state, object: state.object(fresh(kind)) })),
);

describe('GitOps tools read each state of each kind', () => {
  let said: readonly Reading[];
  beforeAll(async () => {
    said = await readings(ROWS.map(({ object }) => object));
  });

  test.for(
    ROWS.map(
      (row, index) =>
        [
          `${row.kind} ${row.state.name}: ${row.state.flux}, ${row.state.argo}`,
          row,
          index,
        ] as const,
    ),
  )('%s', ([, { state }, index]) => {
    expect([said[index]?.kstatus.status, said[index]?.argo.status]).toEqual([
      state.flux,
      state.argo,
    ]);
  });

  test('and our own reading by kstatus, which faster tests use, is the same', () => {
    expect(ROWS.map(({ object }) => kstatus(object))).toEqual(
      said.map((one) => one.kstatus.status),
    );
  });
});

const condition = (type: string) =>
  fc.record({
    type: fc.constant(type),
    status: fc.constantFrom('True', 'False', 'Unknown'),
    reason: fc.constant('Word'),
    message: fc.string(),
  });
const statuses = fc.record(
  {
    observedGeneration: fc.constantFrom(-1, 0, 1, 2),
    conditions: fc
      .tuple(
        ...['Ready', 'Synced', 'Reconciling', 'Stalled'].map((type) =>
          fc.option(condition(type), { nil: undefined }),
        ),
      )
      .chain((some) => fc.shuffledSubarray(some.filter((one) => one !== undefined))),
  },
  { requiredKeys: [] },
);

test('our own reading by kstatus is that of kstatus for whatever a status says, and the health script has a word for it', async () => {
  const said = ['Healthy', 'Progressing', 'Degraded', 'Suspended'];
  const objects = fc
    .sample(statuses, { numRuns: 2_000, seed: 7 })
    .map((status) => ({ ...fresh('Volume'), status }));
  const read = await readings(objects);
  expect(objects.map(kstatus)).toEqual(read.map((one) => one.kstatus.status));
  expect(new Set(read.map((one) => one.kstatus.status)).size).toBe(3);
  expect(read.filter(({ argo }) => !said.includes(argo.status))).toEqual([]);
});

describe('GitOps tools read each state of an Operation', () => {
  let said: readonly Reading[];
  beforeAll(async () => {
    said = await readings(
      OPERATION_STATES.map(({ object }) => object),
      OPERATION_SCRIPT,
    );
  });

  test.for(
    OPERATION_STATES.map(
      (state, index) => [`${state.name}: ${state.words.join(', ')}`, state, index] as const,
    ),
  )('%s', ([, { object, words }, index]) => {
    expect([said[index]?.kstatus.status, said[index]?.argo.status]).toEqual(words);
    expect(kstatus(object)).toBe(words[0]);
  });

  test('and the health script has a word and a message for whatever a status says', async () => {
    const texts = fc.option(fc.constantFrom('Succeeded', 'Done', ''), { nil: undefined });
    const odd = fc.sample(fc.record({ phase: texts, message: texts }), { numRuns: 50, seed: 7 });
    const objects = odd.map((status) => ({ ...FRESH, status }));
    const read = await readings(objects, OPERATION_SCRIPT);
    expect(read.map(({ argo }) => argo.status)).toEqual(
      odd.map(({ phase }) => (phase === 'Succeeded' ? 'Healthy' : 'Progressing')),
    );
  });
});
