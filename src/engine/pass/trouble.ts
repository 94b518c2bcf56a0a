import type { Failure } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { verdictOf } from './verdict.ts';

const PASSING: readonly KubeFailure['code'][] = ['Conflict', 'Unreachable', 'Fenced'];

/** Whether waiting alone ends it; else a person has to change something first. */
export const passesByItself = ({ code }: KubeFailure): boolean => PASSING.includes(code);

/** The speaker of what the API server says. */
export const KUBERNETES = 'the Kubernetes API';

/** The outcome of a pass that could not write to the API server: it is tried again from the newest
 *  copy. */
export const kubeFailed = (failure: KubeFailure): Outcome => ({
  type: 'failed',
  failure: inOurWords(failure),
  speaker: KUBERNETES,
});

function inOurWords({ code, detail }: KubeFailure): Failure {
  if (code === 'Fenced' || code === 'Denied') return { code, detail };
  if (code === 'Conflict') return { code: 'Overtaken', detail };
  if (code === 'Unwritable') return { code: 'Rejected', problems: [{ reason: detail }] };
  return { code: 'Unreachable', detail };
}

/** How little a person needs to know of an outcome: what wants a person comes first, then trouble
 *  that passes by itself, then a plain wait. */
function rankOf(outcome: Outcome): number {
  const { synced, activity, reason } = verdictOf(outcome);
  if (synced || activity === null) return 3;
  return activity === 'Stalled' ? 0 : reason === 'Waiting' ? 2 : 1;
}

/** Of what holds chains of a plan up: what is told, the first of those that matter most, and the
 *  others. */
export function foremost(outcomes: readonly Outcome[]): {
  readonly told: Outcome | undefined;
  readonly others: readonly Outcome[];
} {
  const told = outcomes.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
  return { told, others: outcomes.filter((one) => one !== told) };
}
