import { explain, type Failure } from '../../model/failure.ts';
import type { Call } from '../../model/step.ts';
import type { Located } from '../pass/pass.ts';
import { stepName } from './consent.ts';

/** Time for other items to appear: objects applied together are created within it. */
const PATIENCE_MS = 15 * 60_000;

/** Judges the failure of a call that depends on other items: a refusal that names a field counts as
 *  a wait at first, and as a refusal once it has lasted. A refusal in the status from before this
 *  process has lasted. */
export function judged(pass: Located, step: Call, failure: Failure): Failure {
  if (failure.code !== 'Rejected' || step.leansOn === undefined) return failure;
  const { memory, env } = pass;
  const now = env.clock.now();
  const since = memory.refusals.get(stepName(step)) ?? (isOwnReport(pass) ? 0 : now);
  memory.refusals.set(stepName(step), since);
  if (now >= since + PATIENCE_MS) return failure;
  const detail = `${explain(failure)}; it depends on ${step.leansOn}, and the operator retries for 15 minutes before it reports Rejected`;
  const field = failure.problems.find((problem) => problem.field !== undefined)?.field;
  return { code: 'Guarded', detail, ...(field === undefined ? {} : { field }) };
}

/** Drops refusals of calls that the plan no longer contains. */
export function forgetRefusals(refusals: Map<string, number>, planned: readonly Call[]): void {
  const open = new Set(planned.map(stepName));
  for (const name of refusals.keys()) if (!open.has(name)) refusals.delete(name);
}

function isOwnReport({ subject: { status }, copy }: Located): boolean {
  const told = status.conditions?.find(({ type }) => type === 'Stalled');
  return told?.reason === 'Rejected' && told.observedGeneration === copy.object.metadata.generation;
}
