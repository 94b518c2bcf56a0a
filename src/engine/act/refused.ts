import type { Failure } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Call } from '../../model/step.ts';
import type { Located } from '../pass.ts';
import { stepName } from './consent.ts';

/** Calls of one object that the service refused lately, by step: when (milliseconds), for which generation, and how. */
export type Refused = Map<string, { readonly at: number; readonly generation: number | undefined; readonly failure: Failure }>;

/** So many are tried again in each pass. An object with more of them would spend the budget of its account. */
const FREE = 10;
const REST_MS = 10 * 60_000;

/** The refusal of a call that is not sent now: the service refused it lately, and many others of this object. Null: it may be sent. */
export function refusedLately({ memory: { refused } }: Located, step: Call): Outcome | null {
  const last = refused.size > FREE && step.request === undefined ? refused.get(stepName(step)) : undefined;
  return last === undefined ? null : { type: 'failed', failure: last.failure };
}

/** Notes how the service answered a call. @param failure null: it did what was asked */
export function noteRefused({ memory: { refused }, env, copy }: Located, step: Call, failure: Failure | null): void {
  const isRefusal = failure?.code === 'Rejected' || (failure?.code === 'Guarded' && step.leansOn !== undefined);
  if (!isRefusal) refused.delete(stepName(step));
  else refused.set(stepName(step), { at: env.clock.now(), generation: copy.object.metadata.generation, failure });
}

/** Forgets refusals of another spec, and those after which the call may be sent again. */
export function forgetRefused({ memory: { refused }, env, copy }: Located): void {
  const { generation } = copy.object.metadata;
  for (const [name, last] of refused) if (last.generation !== generation || last.at + REST_MS <= env.clock.now()) refused.delete(name);
}
