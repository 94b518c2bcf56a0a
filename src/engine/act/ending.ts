import type { Outcome } from '../../model/outcome.ts';
import { waitForReference } from '../desire/desire.ts';
import type { Adoption } from '../observe/adoption.ts';
import type { Findings, Located } from '../pass.ts';
import { ANSWER_RECHECK_MS } from './answers.ts';
import type { Decision } from './decide.ts';
import type { Execution } from './execute.ts';

/** The outcome of a pass that nothing stopped. */
export function outcomeOf(pass: Located, { held, plan, drift }: Decision, execution: Execution, { adopting }: Adoption): Outcome {
  if (held !== null) return { type: 'held', plan, why: held, ...(adopting === true ? { adopting } : {}) };
  const [missing] = pass.resolution.missing;
  if (missing !== undefined) return waitForReference(missing);
  if (execution.verbs.length > 0) return { type: 'acted', verbs: execution.verbs };
  if (drift.length > 0) return { type: 'drifted', fields: drift.map((change) => change.field) };
  return { type: 'settled' };
}

/** When to look again at the latest. A plan of which something was done is another plan, and a person can consent only to what is left of it; the first
 *  pass over an item that is taken over does not know all that the kind records of it. */
export function recheckOf(pass: Located, { held }: Decision, { verbs }: Execution, isAnswerToCome: boolean): Partial<Findings> {
  const isFirstLook = pass.policy.mode === 'Manage' && pass.subject.status.id === undefined;
  if ((held !== null && verbs.length > 0) || isFirstLook) return { recheckMs: REST_RECHECK_MS };
  return isAnswerToCome ? { recheckMs: ANSWER_RECHECK_MS } : {};
}
const REST_RECHECK_MS = 1_000;
