import { describe, expect, test } from 'vitest';
import { play, refusing, SIZE } from '../../../test/support/converging.ts';
import { type Scene } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import type { Failure } from '../../model/failure.ts';
import { type Call } from '../../model/step.ts';
import { stepName } from './consent.ts';

const AT = new Date(NOW).toISOString();
const MIN = 60_000;
const REJECTED: Failure = { code: 'Rejected', problems: [{ field: 'size', reason: 'too big' }] };

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
