import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const DATA = { kind: 'Volume', namespace: 'default', name: 'data' };
const SPEC = { region: 'eu-west', size: 20 };

/** Writes a status to an object of a kind; returns the answer of the API server in memory. */
async function written(status: object) {
  const { cluster } = new World({ kinds: KINDS });
  const answer = await cluster.patchStatus(
    cluster.apply(DATA, SPEC),
    status as Readonly<Record<string, unknown>>,
  );
  return {
    answer,
    stored: asRecord(cluster.get(DATA)?.status),
    refusals: cluster.admission.refusals,
  };
}

const condition = (type: string) => ({
  type,
  status: 'True',
  reason: 'R',
  message: 'm',
  lastTransitionTime: '2026-01-01T00:00:00Z',
});

test.each([
  ['a fraction for an integer', { size: 20.5 }, 'status.size: 20.5 is no integer'],
  [
    'an integer too large for one',
    { size: 1e19 },
    'status.size: 10000000000000000000 is no integer',
  ],
  ['what is no number', { size: Number.NaN }, null],
  ['a number for a text', { state: 7 }, 'status.state: 7 is no string'],
  [
    'a text that is no time',
    { createdAt: '2018-01-02T03:04:05' },
    'status.createdAt: "2018-01-02T03:04:05" is no date-time',
  ],
  ['a text for a list', { tags: 'blue' }, 'status.tags: "blue" is no array'],
  [
    'a number in a map of texts',
    { internal: { applied: { size: 7 } } },
    'status.internal.applied.size: 7 is no string',
  ],
  [
    'a condition twice',
    { conditions: [condition('Ready'), condition('Ready')] },
    'status.conditions: ["Ready"] is there twice',
  ],
  [
    'a condition without its type',
    { conditions: [{ ...condition('Ready'), type: undefined }] },
    'status.conditions[0].type: required',
  ],
])('a status with %s is held against the definition of its kind', async (_, status, why) => {
  const { answer, refusals } = await written(status);
  expect(answer.ok ? null : [answer.failure.code, answer.failure.detail]).toEqual(
    why === null ? null : ['Unwritable', `Volume "data" is invalid: ${why}`],
  );
  expect(refusals.length).toBe(why === null ? 0 : 1);
});

test('a member that the definition does not name is dropped, also within lists', async () => {
  const step = {
    verb: 'Grow',
    effect: 'none',
    summary: 's',
    changes: [{ field: 'size', from: '1', to: 'null', strange: true }],
  };
  const { stored } = await written({ id: 7, strange: true, plan: { hash: 'h', steps: [step] } });
  expect(stored).toEqual({
    observedGeneration: -1,
    id: 7,
    plan: {
      hash: 'h',
      steps: [{ ...step, changes: [{ field: 'size', from: '1', to: 'null' }] }],
    },
  });
});

test('what does not fit and stood there before is left', async () => {
  const { cluster } = new World({ kinds: KINDS });
  cluster.apply(DATA, SPEC);
  cluster.spoil(DATA, { state: 7 });
  const there = cluster.get(DATA);
  const answer = there === undefined ? null : await cluster.patchStatus(there, { id: 7 });
  expect([answer?.ok, cluster.get(DATA)?.status]).toEqual([true, { state: 7, id: 7 }]);
});

test('an object that its definition refuses is not applied', () => {
  const { cluster } = new World({ kinds: KINDS });
  expect(() => cluster.apply(DATA, { ...SPEC, size: 20.5 })).toThrow(
    'Volume "data" is invalid: spec.size: 20.5 is no integer',
  );
  expect(() => cluster.apply(DATA, { ...SPEC, tags: ['blue', 'blue'] })).toThrow(
    'spec.tags: "blue" is there twice',
  );
  cluster.admission.isStrict = false;
  expect(cluster.apply(DATA, { ...SPEC, size: 20.5 }).metadata.generation).toBe(1);
});

test('a rule that was tightened later refuses a status only where the API server does not ratchet', async () => {
  const answered = async (isRatcheting: boolean) => {
    const { cluster } = new World({ kinds: KINDS });
    cluster.apply(DATA, SPEC);
    cluster.store(DATA, { ...SPEC, tags: ['k8s:mine'] });
    cluster.admission.isRatcheting = isRatcheting;
    const there = cluster.get(DATA);
    const answer = there === undefined ? null : await cluster.patchStatus(there, { id: 7 });
    return answer?.ok === false ? answer.failure.detail : 'taken';
  };
  expect(await answered(true)).toBe('taken');
  expect(await answered(false)).toContain('spec.tags: must have no tag that begins with k8s:');
});

test('a rule that speaks of the old value runs once there is an item, and not before', () => {
  const { cluster } = new World({ kinds: KINDS });
  cluster.apply(DATA, { ...SPEC, size: 40 });
  cluster.apply(DATA, SPEC);
  cluster.spoil(DATA, { id: 7 });
  expect(() => cluster.apply(DATA, { ...SPEC, size: 10 })).toThrow(
    'spec.size: must not decrease: a volume cannot shrink',
  );
});
