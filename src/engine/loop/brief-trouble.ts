import type { Ending } from '../pass/ending.ts';
import type { Findings, Pass } from '../pass/pass.ts';

/** Reports whether a failure stays out of the status. A transient failure is not reported for an
 *  idle object whose item was read recently, so that one bad minute does not change every object.
 *  Nor is the loss of a lease or lock. A failed request is reported: its object is not idle. */
export function isNotWorthTelling(pass: Pass, findings: Findings, ending: Ending): boolean {
  if ((findings.did ?? []).length > 0) return false;
  if (ending.failure?.code === 'Fenced' || ending.failure?.code === 'Overtaken') return true;
  if (isLateLook(pass, findings, ending)) return true;
  const { status, object } = pass.subject;
  const synced =
    status.conditions?.some((one) => one.type === 'Synced' && one.status === 'True') === true;
  const atRest =
    synced &&
    status.observedGeneration === object.metadata.generation &&
    !pass.memory.unsettled &&
    !pass.deleting;
  return (
    ending.outside &&
    atRest &&
    pass.env.clock.now() - pass.memory.observedAt < pass.env.settings.staleAfterMs
  );
}

/** Reports whether the budget only delays the read of an awaited item: the status keeps the
 *  wait. */
function isLateLook(
  { subject: { status, object }, memory, env, deleting }: Pass,
  { observed }: Findings,
  { failure }: Ending,
): boolean {
  const isWaiting =
    status.conditions?.some((one) => one.type === 'Synced' && one.reason === 'Waiting') === true;
  const isCurrent =
    status.id !== undefined && status.observedGeneration === object.metadata.generation;
  const isSoon = env.clock.now() - memory.clearAt < env.settings.staleAfterMs;
  return (
    failure?.code === 'Throttled' &&
    observed === undefined &&
    isWaiting &&
    isCurrent &&
    isSoon &&
    !deleting
  );
}
