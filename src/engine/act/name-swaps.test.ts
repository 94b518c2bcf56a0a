import { describe, expect, test } from 'vitest';
import { change, OBSERVED, on, refusing, step } from '../../../test/support/converging.ts';
import { put } from '../../../test/support/stage.ts';
import type { Failure } from '../../model/failure.ts';
import { type Call } from '../../model/step.ts';
import { converge } from './converge.ts';

describe('objects that swap their names', () => {
  const RENAME = step('rename', [change('name', 'web', 'old')]);
  const TAKEN: Failure = { code: 'Guarded', field: 'name', detail: 'taken' };
  const advice =
    'taken; Gadget team/old requests old, which this item has: if objects swap their names, set a third name on one of them first';
  test.each<[string, Call, Failure, object, string]>([
    ['are told how they ended', RENAME, TAKEN, {}, advice],
    ['are not where the name is free', RENAME, TAKEN, { name: 'third' }, 'taken'],
    [
      'are not where the other one is of another namespace',
      RENAME,
      TAKEN,
      { namespace: 'other' },
      'taken',
    ],
    ['are not for another field', RENAME, { ...TAKEN, field: 'size' }, {}, 'taken'],
    [
      'are not where another value is wanted',
      step('rename', [change('name', 'third', 'old')]),
      TAKEN,
      {},
      'taken',
    ],
    ['are not where there was none', step('rename', [change('name', 'web')]), TAKEN, {}, 'taken'],
    ['are not for another failure', RENAME, { code: 'Busy', detail: 'busy' }, {}, 'busy'],
    ['are not where the other one cannot be read', RENAME, TAKEN, { spec: { size: 'x' } }, 'taken'],
  ])('%s', async (_, one, failure, over, detail) => {
    const world = on([one], refusing('rename', failure));
    const { spec = {}, ...name } = over as { readonly spec?: object };
    put(world.cluster, { kind: 'Gadget', namespace: 'team', name: 'old', ...name }, { spec });
    expect((await converge(world.pass, OBSERVED, {})).outcome).toMatchObject({
      failure: { detail },
    });
  });
});
