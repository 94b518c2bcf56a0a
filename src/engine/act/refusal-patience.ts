import { explain, type Failure } from '../../model/failure.ts';
import type { Call } from '../../model/step.ts';
import type { Located } from '../pass/pass.ts';
import { stepName } from './consent.ts';

/** How long the other items may take: what is applied together comes into being within this
 *  time. */
const PATIENCE_MS = 15 * 60_000;

/** What a failure of a call means: where the call depends on other items, a refusal that names a
 *  field is waited for at first, and counts as a refusal when it has lasted. One that the status
 *  told of before this process began, has lasted. */
export function judged(pass: Located, step: Call, failure: Failure): Failure {
  if (failure.code !== 'Rejected' || step.leansOn === undefined) return failure;
  const { memory, env } = pass;
  const now = env.clock.now();
  const since = memory.refusals.get(stepName(step)) ?? (isToldOf(pass) ? 0 : now);
  memory.refusals.set(stepName(step), since);
  if (now >= since + PATIENCE_MS) return failure;
  const detail = `${explain(failure)}; it depends on ${step.leansOn}, and is tried again for 15 minutes before it counts as refused`;
  const field = failure.problems.find((problem) => problem.field !== undefined)?.field;
  return { code: 'Guarded', detail, ...(field === undefined ? {} : { field }) };
}

/** Forgets refusals of what a plan asks for no more. */
export function forgetRefusals(refusals: Map<string, number>, planned: readonly Call[]): void {
  const open = new Set(planned.map(stepName));
  for (const name of refusals.keys()) if (!open.has(name)) refusals.delete(name);
}

function isToldOf({ subject: { status }, copy }: Located): boolean {
  const told = status.conditions?.find(({ type }) => type === 'Stalled');
  return told?.reason === 'Rejected' && told.observedGeneration === copy.object.metadata.generation;
}
