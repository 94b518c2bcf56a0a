import { converge } from '../../src/engine/act/converge.ts';
import type { Failure } from '../../src/model/failure.ts';
import { post } from '../../src/model/request.ts';
import { type Call, type Change, call, type Step } from '../../src/model/step.ts';
import { type Scene, stage } from './stage.ts';
import { Refusal } from './stage-service.ts';

/** Tests that converge an existing item of the kind Gadget. */

export const OBSERVED = { item: { id: 7 }, details: {} };
export const WANTS = { size: 3, color: 'red', seed: 'x', tags: undefined };

export const change = (field: string, to: unknown, from: unknown = null): Change => ({
  field,
  from,
  to,
});

export const step = (
  verb: string,
  changes: readonly Change[],
  extra: Partial<Call> = {},
): Call => ({
  ...call(verb, post(`/gadgets/7/${verb}`, {}), changes),
  ...extra,
});
export const SIZE = step('resize', [change('size', 3)]);

/** Builds an object with an item whose update has these steps. */
export const on = (steps: readonly Step[], scene: Scene = {}) =>
  stage({
    ...scene,
    status: { id: 7, account: 'A', ...scene.status },
    kind: { update: () => steps, wants: () => WANTS, ...scene.kind },
  });

export const play = async (steps: readonly Step[], scene: Scene = {}, adoption = {}) =>
  converge(on(steps, scene).pass, OBSERVED, adoption);

/** A service that refuses a verb. */
export const refusing = (verb: string, failure: Failure): Scene => ({
  answers: { [`POST /gadgets/7/${verb}`]: new Refusal(failure) },
});
