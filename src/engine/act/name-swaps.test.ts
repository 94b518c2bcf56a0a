import { describe, expect, test } from 'vitest';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { Refusal } from '../../../test/support/stage-service.ts';
import type { Failure } from '../../model/failure.ts';
import { post } from '../../model/request.ts';
import { type Call, type Change, call, type Step } from '../../model/step.ts';
import { converge } from './converge.ts';

const OBSERVED = { item: { id: 7 }, details: {} };
const change = (field: string, to: unknown, from: unknown = null): Change => ({ field, from, to });
const step = (verb: string, changes: readonly Change[], extra: Partial<Call> = {}): Call => ({
  ...call(verb, post(`/gadgets/7/${verb}`, {}), changes),
  ...extra,
});
const WANTS = { size: 3, color: 'red', seed: 'x', tags: undefined };
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
const refusing = (verb: string, failure: Failure): Scene => ({
  answers: { [`POST /gadgets/7/${verb}`]: new Refusal(failure) },
});
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
