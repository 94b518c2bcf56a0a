import type { Failure } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { KubeFailure } from '../ports/cluster.ts';

const PASSING: readonly KubeFailure['code'][] = ['Conflict', 'Unreachable', 'Fenced'];

/** Whether waiting alone ends it; else a person has to change something first. */
export const passesByItself = ({ code }: KubeFailure): boolean => PASSING.includes(code);

/** The outcome of a pass that could not write to the API server: it is tried again from the newest copy. */
export const kubeFailed = (failure: KubeFailure): Outcome => ({
  type: 'failed',
  failure: inOurWords(failure),
  speaker: 'the Kubernetes API',
});

function inOurWords({ code, detail }: KubeFailure): Failure {
  if (code === 'Fenced' || code === 'Denied') return { code, detail };
  if (code === 'Conflict') return { code: 'Overtaken', detail };
  if (code === 'Unwritable') return { code: 'Rejected', problems: [{ reason: detail }] };
  return { code: 'Unreachable', detail };
}
