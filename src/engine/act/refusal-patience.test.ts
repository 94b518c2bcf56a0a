import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { NOW, Refusal } from '../../../test/support/stage-service.ts';
import type { Failure } from '../../model/failure.ts';
import { post } from '../../model/request.ts';
import { type Call, type Change, call, type Step } from '../../model/step.ts';
import { stepName } from './consent.ts';
import { converge } from './converge.ts';

const AT = new Date(NOW).toISOString();
const MIN = 60_000;
const OBSERVED = { item: { id: 7 }, details: {} };
const change = (field: string, to: unknown, from: unknown = null): Change => ({ field, from, to });
const step = (verb: string, changes: readonly Change[], extra: Partial<Call> = {}): Call => ({
  ...call(verb, post(`/gadgets/7/${verb}`, {}), changes),
  ...extra,
});
const SIZE = step('resize', [change('size', 3)]);
const WANTS = { size: 3, color: 'red', seed: 'x', tags: undefined };
const REJECTED: Failure = { code: 'Rejected', problems: [{ field: 'size', reason: 'too big' }] };

const updating = (
  steps: readonly Step[],
  over: Scene['kind'] = {},
): NonNullable<Scene['kind']> => ({
  update: () => steps,
  wants: () => WANTS,
  ...over,
});
const on = (steps: readonly Step[], scene: Scene = {}) =>
  stage({
    ...scene,
    status: { id: 7, account: 'A', ...scene.status },
    kind: updating(steps, scene.kind),
  });
const play = async (steps: readonly Step[], scene: Scene = {}, adoption = {}) =>
  converge(on(steps, scene).pass, OBSERVED, adoption);
const refusing = (verb: string, failure: Failure): Scene => ({
  answers: { [`POST /gadgets/7/${verb}`]: new Refusal(failure) },
});
describe('a refusal of what depends on other items', () => {
  const LEANS = { ...SIZE, leansOn: 'the disks' };
  const told = (reason: string, observedGeneration = 1) => ({
    conditions: [
      {
        type: 'Stalled',
        status: 'True',
        reason,
        message: '',
        observedGeneration,
        lastTransitionTime: AT,
      },
    ],
  });
  const guarded = {
    code: 'Guarded',
    field: 'size',
    detail:
      'size: too big; it depends on the disks, and the operator retries for 15 minutes before it reports Rejected',
  };
  test.each<[string, Call, Scene, object]>([
    ['is waited for', LEANS, {}, guarded],
    [
      'is waited for for a quarter of an hour',
      LEANS,
      { memory: { refusals: new Map([[stepName(LEANS), NOW - 15 * MIN + 1]]) } },
      guarded,
    ],
    [
      'counts after that',
      LEANS,
      { memory: { refusals: new Map([[stepName(LEANS), NOW - 15 * MIN]]) } },
      REJECTED,
    ],
    ['counts where the status reported it', LEANS, { status: told('Rejected') }, REJECTED],
    [
      'is awaited where the status reported another one',
      LEANS,
      { status: told('Refused') },
      guarded,
    ],
    [
      'is awaited where the status reported another generation',
      LEANS,
      { status: told('Rejected', 0) },
      guarded,
    ],
    ['counts where it depends on none', SIZE, {}, REJECTED],
  ])('%s', async (_, one, scene, failure) => {
    const { outcome } = await play([one], { ...refusing('resize', REJECTED), ...scene });
    expect(outcome).toEqual({ type: 'failed', failure });
  });

  test('without a field names none', async () => {
    const failure: Failure = { code: 'Rejected', problems: [{ reason: 'no' }] };
    expect((await play([LEANS], refusing('resize', failure))).outcome).toEqual({
      type: 'failed',
      failure: {
        code: 'Guarded',
        detail:
          'no; it depends on the disks, and the operator retries for 15 minutes before it reports Rejected',
      },
    });
  });
});
