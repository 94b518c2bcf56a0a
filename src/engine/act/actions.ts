import type { Item, Observed } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Located } from '../pass/pass.ts';
import { answerTo } from './answers.ts';
import type { Decision } from './decide.ts';
import { execute } from './execute.ts';
import { type Execution, nothingDone } from './execution.ts';
import { prepareToAct } from './prepare.ts';
import type { Records } from './records.ts';
import type { Asked } from './requests.ts';
import { keepSecret } from './secrets-out.ts';

/** The actions of a pass over an existing item. */
export interface Actions {
  /** The outcome that prevents every request; null: none does. */
  readonly trouble: Outcome | null;
  readonly execution: Execution;
  /** The outcome that prevents the write of the item's Secret; null: none does. */
  readonly blocked: Outcome | null;
  readonly answers: Records;
}

/** Runs the decided steps, then writes the Secret and reads the text that an Operation requests. */
export async function perform(
  pass: Located,
  observed: Observed<Item, unknown>,
  asked: Asked,
  decision: Decision,
): Promise<Actions> {
  const { env, policy } = pass;
  const trouble = await prepareToAct(pass, decision);
  const execution = trouble === null ? await execute(pass, decision.run) : nothingDone(trouble);
  if (env.turns.isOver()) await env.turns.rest();
  const blocked = policy.mode === 'Manage' ? await keepSecret(pass, observed, execution) : null;
  const answers = trouble === null ? await answerTo(pass, observed.item, asked) : {};
  return { trouble, execution, blocked, answers };
}
