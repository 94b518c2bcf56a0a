import { type Failure, MEANING } from '../../model/failure.ts';
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

const wantsPerson = ({ code }: Failure): boolean => !MEANING[code].passing;

/** What is told of a run that stopped after something had failed on its way: a failure is not hidden by a refusal, nor one that a person has to mend by
 *  a wait, nor one that passes by itself by one that a person has to mend. @param before the failure on the way; null where there was none */
export function soonerOf(stopped: Outcome, before: Failure | null): Outcome {
  if (before === null) return stopped;
  const hides =
    stopped.type === 'refused' ||
    (wantsPerson(before) ? stopped.type === 'waiting' : stopped.type === 'failed' && wantsPerson(stopped.failure));
  return hides ? { type: 'failed', failure: before } : stopped;
}
