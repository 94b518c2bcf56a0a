import type { Outcome } from '../../model/outcome.ts';
import { waitForReference } from '../desire/desire.ts';
import type { Adoption } from '../observe/adoption-record.ts';
import { idleApproval } from '../pass/approval.ts';
import type { Findings, Located } from '../pass/pass.ts';
import type { Missing } from '../pass/resolution.ts';
import { foremost } from '../pass/trouble.ts';
import { ANSWER_RECHECK_MS } from './answers.ts';
import type { Decision } from './decide.ts';
import type { Execution } from './execution.ts';

interface Ends {
  readonly reported: Outcome;
  readonly others: readonly Outcome[];
}

/** Returns the ending of a pass over an existing item: the reported outcome, and those of the other
 *  chains of the plan.
 *  @param blocked the outcome that prevents the write of the item's Secret */
export function endOf(
  pass: Located,
  decision: Decision,
  execution: Execution,
  blocked: Outcome | null,
  { adopting }: Adoption,
): Ends {
  const { held: why, plan, operation } = decision;
  const idle = idleApproval(pass.copy.object, why === null ? null : plan.hash);
  const held: Outcome[] =
    why === null
      ? []
      : [
          {
            type: 'held',
            plan,
            why,
            ...(adopting === true ? { adopting } : {}),
            ...(operation === null ? {} : { operation }),
            ...idle,
          },
        ];
  const missing = pass.resolution.missing
    .filter(isStillNeeded(pass))
    .slice(0, 1)
    .map(waitForReference);
  const acted: Outcome[] =
    execution.verbs.length === 0 ? [] : [{ type: 'acted', verbs: execution.verbs }];
  const { reported, others } = foremost([
    ...(operation === null ? held : []),
    ...execution.stops,
    ...(blocked === null ? [] : [blocked]),
    ...missing,
    ...acted,
    ...(operation === null ? [] : held),
  ]);
  return { reported: reported ?? atRest(decision, idle), others };
}

/** A reference that only the create used needs no value any more: its referent may be gone. */
const isStillNeeded =
  ({ subject: { kind } }: Located) =>
  ({ ref: { path } }: Missing): boolean =>
    !kind.createOnly.some((field: string) => path === field || path.startsWith(`${field}.`));

const atRest = ({ drift }: Decision, idle: ReturnType<typeof idleApproval>): Outcome =>
  drift.length > 0
    ? { type: 'drifted', fields: drift.map((change) => change.field) }
    : { type: 'settled', ...idle };

/** Returns the latest time of the next pass. A partly executed plan is a new plan, and a user can
 *  consent only to its remaining steps; the first pass over an adopted item lacks part of the
 *  kind's record of it. */
export function recheckOf(
  pass: Located,
  { held }: Decision,
  { verbs }: Execution,
  isAnswerToCome: boolean,
): Partial<Findings> {
  const isFirstLook = pass.policy.mode === 'Manage' && pass.subject.status.id === undefined;
  if ((held !== null && verbs.length > 0) || isFirstLook) return { recheckMs: REST_RECHECK_MS };
  if (isAnswerToCome) return { recheckMs: ANSWER_RECHECK_MS };
  return pass.memory.keptSecret.putOffMs > 0 ? { recheckMs: pass.memory.keptSecret.putOffMs } : {};
}
const REST_RECHECK_MS = 1_000;
