import type { Failure } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { verdictOf } from './verdict.ts';

const PASSING: readonly KubeFailure['code'][] = ['Conflict', 'Unreachable', 'Fenced'];

/** Reports whether the failure ends without a user's action. */
export const passesByItself = ({ code }: KubeFailure): boolean => PASSING.includes(code);

/** The speaker of failures of the API server. */
export const KUBERNETES = 'the Kubernetes API';

/** Returns the outcome of a pass that could not write to the API server: it is retried from the
 *  newest copy. */
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

/** Ranks outcomes by urgency: those that need a user first, then transient failures, then plain
 *  waits. */
function rankOf(outcome: Outcome): number {
  const { synced, activity, reason } = verdictOf(outcome);
  if (synced || activity === null) return 3;
  return activity === 'Stalled' ? 0 : reason === 'Waiting' ? 2 : 1;
}

/** Selects the outcome to report, the first of the most urgent ones, and the others. */
export function foremost(outcomes: readonly Outcome[]): {
  readonly reported: Outcome | undefined;
  readonly others: readonly Outcome[];
} {
  const reported = outcomes.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
  return { reported, others: outcomes.filter((one) => one !== reported) };
}
