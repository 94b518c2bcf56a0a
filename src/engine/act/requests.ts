import { ANNOTATION } from '../../model/group.ts';
import type { Item, Observed } from '../../model/kind.ts';
import type { Step } from '../../model/step.ts';
import type { Status } from '../desire/subject.ts';
import type { Located } from '../pass.ts';

type Requests = NonNullable<Status['requests']>;

/** One-shot actions that annotations ask for: the steps to run, and what is to be recorded of tokens that are not (or no more) to be acted upon. */
export interface Asked {
  readonly steps: readonly Step[];
  readonly record: Requests;
  /** Verbs whose answer is to be read, with the token that asks. */
  readonly reads: readonly { readonly verb: string; readonly token: string }[];
}

const PREFIX = ANNOTATION.request('');
/** Ends that leave a token open: it is tried again. */
const OPEN = 'Waiting';

/** Reads the request annotations. A token is acted upon at most once; one that was there when the object was first seen is only recorded; one that
 *  was sent by a process that did not live to hear the answer ends as OutcomeUnknown. */
export function askedFor(pass: Located, observed: Observed<Item, unknown>, firstSeen: boolean): Asked {
  const at = new Date(pass.env.clock.now()).toISOString();
  const record: Record<string, Requests[string]> = {};
  const steps: Step[] = [];
  const reads: { readonly verb: string; readonly token: string }[] = [];
  for (const [annotation, token] of Object.entries(pass.copy.object.metadata.annotations ?? {})) {
    if (!annotation.startsWith(PREFIX)) continue;
    const verb = annotation.slice(PREFIX.length);
    const last = pass.subject.status.requests?.[verb];
    if (last?.token === token && !last.result.startsWith(OPEN)) {
      if (last.result === 'Sent') record[verb] = { ...last, result: 'OutcomeUnknown' };
      continue;
    }
    const action = verb === 'sync' ? () => [] : pass.subject.kind.requests[verb];
    const isRead = pass.subject.kind.answers?.[verb] !== undefined;
    if (isRead && !firstSeen) reads.push({ verb, token });
    else if (action === undefined && !isRead)
      record[verb] = { token, at, result: `Refused: ${pass.subject.name.kind} knows no request ${verb}` };
    else if (firstSeen) record[verb] = { token, at, result: 'Recorded: it was there when the object was first seen' };
    else if (verb === 'sync') record[verb] = { token, at, result: 'Done' };
    else if (action !== undefined) {
      const wished = action(pass.desired, observed, token);
      const refusal = wished.find((step) => step.type === 'refuse');
      if (refusal === undefined) steps.push(...wished.map((step) => tagged(step, verb, token)));
      else record[verb] = { token, at, result: `Refused: ${refusal.field}: ${refusal.reason}` };
    }
  }
  return { steps, record, reads };
}

/** Whether somebody asks to have the item looked at now. */
export const asksForSync = (annotations: Readonly<Record<string, string>> | undefined, status: Status): boolean => {
  const token = annotations?.[ANNOTATION.request('sync')];
  return token !== undefined && status.requests?.['sync']?.token !== token;
};

/** The token is part of the change, so that consent for one request is not consent for the next. */
const tagged = (step: Step, verb: string, token: string): Step =>
  step.type === 'call'
    ? { ...step, request: { verb, token }, changes: [...step.changes, { field: `request-${verb}`, from: null, to: token }] }
    : step;
