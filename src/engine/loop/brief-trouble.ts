import type { Ending } from '../pass/ending.ts';
import type { Findings, Pass } from '../pass/pass.ts';

/** A trouble that passes by itself is not told of an object at rest whose item was seen a short
 *  while ago: one bad minute must not turn every object. Nor is it told that this pass was not the
 *  one to write. What was tried and failed is: such an object is not at rest. */
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

/** A look for which the budget has no room yet, at an item that is waited for: the wait is what is
 *  so, and the next look is a little late. */
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
