import type { Item, Observed } from '../../model/kind.ts';
import { distinct } from '../../model/lists.ts';
import { calls } from '../../model/plan.ts';
import { readStatus } from '../../model/status-layout.ts';
import type { Step } from '../../model/step.ts';
import { type Adoption, adoptionAfter } from '../observe/adoption-record.ts';
import { holdOn } from '../observe/fence.ts';
import { endingOfAll } from '../pass/ending.ts';
import { forgetShown } from '../pass/in-flight.ts';
import type { Findings, Located } from '../pass/pass.ts';
import { forgetRefused } from '../pass/refused.ts';
import { type Actions, perform } from './actions.ts';
import { isToCome } from './answers.ts';
import { appliedBy } from './applied-values.ts';
import { agreedIn, type Consent, consentAfter, stepName } from './consent.ts';
import { type Decision, decide } from './decide.ts';
import { type Execution, isDone } from './execution.ts';
import { echoes } from './normalized-values.ts';
import { endOf, recheckOf } from './plan-ending.ts';
import { type Records, recordsAfter } from './records.ts';
import { forgetRefusals } from './refusal-patience.ts';
import { type Asked, askedFor, recordOf, syncAsked } from './requests.ts';
import { forgetSpent, isSpent } from './spent-steps.ts';
import { updateOf } from './update.ts';

/** Brings an existing item to the desired state: plans, decides, executes, and reports the result.
 *  @param adoption the record of the item's adoption */
export async function converge(
  pass: Located,
  before: Observed<Item, unknown>,
  adoption: Adoption,
): Promise<Findings> {
  const { env, memory } = pass;
  const observed = { ...before, details: { ...memory.shownOnce, ...before.details } };
  if (env.turns.isOver()) await env.turns.rest();
  const asked = askedFor(pass, observed);
  const steps = [...(await updateOf(pass, observed)), ...asked.steps];
  forgetOld(pass, steps);
  const decision = decide(steps, {
    ...agreedIn(pass, observed.item.id),
    policy: pass.policy,
    adopting: adoption.adopting === true,
  });
  const actions = await perform(pass, observed, asked, decision);
  const { execution, answers } = actions;
  const { reported, others } = endOf(pass, decision, execution, actions.blocked, adoption);
  return {
    ...looked(
      pass,
      actions.blocked === null ? observed : before,
      execution,
      adoptionAfter(pass, adoption, endingOfAll(reported, others)),
    ),
    outcome: reported,
    besides: others,
    ...planned(pass, decision, actions),
    applied: appliedBy(pass, execution, decision),
    stored: echoes(pass, observed, execution),
    operations: recordsAfter(
      pass,
      asked.record,
      answers,
      resultOf(pass, asked, decision, execution),
    ),
    lastHandledSync: syncAsked(pass),
    ...recheckOf(pass, decision, execution, Object.values(answers).some(isToCome)),
    once: withoutClosed(pass, execution),
    corrected: execution.corrected,
    did: execution.did,
    failed: execution.failed,
  };
}

/** Returns the findings about the plan: what it contains, and the consent for it. */
const planned = (
  pass: Located,
  decision: Decision,
  { trouble, execution }: Actions,
): Partial<Findings> => ({
  strayed: decision.consented === null || trouble !== null ? pass.strays : [],
  drift: decision.drift,
  drifting: decision.drifting,
  plan: decision.held === null && execution.stops.length < 2 ? null : decision.plan,
  asking: decision.asking,
  ...(trouble === null ? { consent: consentOf(pass, decision) } : {}),
});

/** Drops the memory of calls that the plan no longer contains. */
function forgetOld(pass: Located, steps: readonly Step[]): void {
  forgetShown(pass.memory.accepted, calls(steps));
  forgetSpent(pass);
  forgetRefused(
    pass.memory.refused,
    pass.subject.object.metadata.generation,
    calls(steps).map(stepName),
  );
  forgetRefusals(pass.memory.refusals, calls(steps));
}

/** Returns the consent in use; null where the plan contains none of its steps, which ends it. Not
 *  written after a failed record: a consent that stands in the status without being counted would
 *  apply once more. */
const consentOf = ({ env, memory }: Located, { plan, consented }: Decision): Consent | null =>
  consentAfter(
    consented,
    plan.steps,
    (step) => isSpent(memory.spent, consented, step),
    env.clock.now(),
  );

/** Returns the state of the item: as observed, or as the last answer showed it. */
function looked(
  pass: Located,
  before: Observed<Item, unknown>,
  execution: Execution,
  adoption: Adoption,
): Partial<Findings> {
  const { kind, recorded } = pass.subject;
  const answer = execution.answer === undefined ? undefined : kind.item.safeParse(execution.answer);
  const observed =
    answer?.success === true ? { item: answer.data as Item, details: before.details } : before;
  return {
    id: observed.item.id,
    account: pass.account.caller.account,
    operator: { ...holdOn(pass, observed.item), ...adoption },
    observed,
    health: kind.health(pass.desired, observed, recorded),
    mirrored: distinct(kind.status, kind.report(observed, recorded, pass.desired)),
    ids: pass.resolution.ids,
  };
}

/** Returns the result of an Operation after a pass: its end, or the plan that waits for consent. */
function resultOf(
  pass: Located,
  { operation }: Asked,
  { held, request }: Decision,
  { result }: Execution,
): Records {
  if (operation === null) return {};
  if (result !== null) {
    const { verb: _, ...ended } = result;
    return recordOf(pass, operation, ended);
  }
  if (held !== 'ConsentRequired' || request === null) return {};
  return recordOf(pass, operation, {
    state: 'Waiting',
    message: `consent is required: recreate this Operation with spec.approvedPlan: ${request.hash}, or approve the plan of the target`,
    plan: request.hash,
  });
}

/** Returns the open requests that must not be repeated, earlier and new ones, without those that
 *  were answered. */
function withoutClosed(pass: Located, execution: Execution): Readonly<Record<string, string>> {
  const { once: sent = {} } = readStatus(pass.copy.object.status);
  const settled = isDone(execution);
  return Object.fromEntries(
    Object.entries(sent).filter(([key]) => !settled && !execution.closed.includes(key)),
  );
}
