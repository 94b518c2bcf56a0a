import { ANNOTATION } from '../../model/group.ts';
import type { AnyKind, Item, Observed } from '../../model/kind.ts';
import type { Status } from '../../model/status-layout.ts';
import type { Step } from '../../model/step.ts';
import { entryFor } from '../../model/table.ts';
import type { Located } from '../pass/pass.ts';
import {
  isOfToken,
  keptRequests,
  knowsRequest,
  type Requests,
  refusedToken,
} from './requests-kept.ts';

/** One-shot actions requested by annotations: the steps to run, and the records of tokens that need
 *  no action, or no further one. */
export interface Asked {
  readonly steps: readonly Step[];
  readonly record: Requests;
  /** Verbs whose answer is to be read, with their tokens. */
  readonly reads: readonly { readonly verb: string; readonly token: string }[];
}

const PREFIX = ANNOTATION.request('');
/** Parses the request annotations. A token is acted upon at most once; one that existed when the
 *  object was first seen is only recorded; one whose process ended before the answer becomes
 *  OutcomeUnknown. */
export function askedFor(
  pass: Located,
  observed: Observed<Item, unknown>,
  firstSeen: boolean,
): Asked {
  const changedAt = new Date(pass.env.clock.now()).toISOString();
  const record: Record<string, Requests[string]> = {};
  const steps: Step[] = [];
  const reads: { readonly verb: string; readonly token: string }[] = [];
  for (const [annotation, token] of Object.entries(pass.copy.object.metadata.annotations ?? {})) {
    if (!annotation.startsWith(PREFIX)) continue;
    const verb = annotation.slice(PREFIX.length);
    const last = entryFor(pass.subject.status.requests ?? {}, verb);
    if (last !== undefined && isOfToken(last.token, token) && last.state !== 'Waiting') {
      if (last.state === 'Sent') record[verb] = { ...last, state: 'OutcomeUnknown' };
      continue;
    }
    const { kind } = pass.subject;
    const action = verb === 'sync' ? () => [] : entryFor(kind.requests, verb);
    const isRead = entryFor(kind.answers ?? {}, verb) !== undefined;
    const refused = refusalOf(kind, verb, token);
    if (refused !== null) record[verb] = { token, changedAt, state: 'Refused', message: refused };
    else if (isRead && !firstSeen) reads.push({ verb, token });
    else if (firstSeen)
      record[verb] = {
        token,
        changedAt,
        state: 'Recorded',
        message: 'it was there when the object was first seen',
      };
    else if (verb === 'sync') record[verb] = { token, changedAt, state: 'Done' };
    else if (action !== undefined) {
      const wished = action(pass.desired, observed, token);
      const refusal = wished.find((step) => step.type === 'refuse');
      if (refusal === undefined) steps.push(...wished.map((step) => tagged(step, verb, token)));
      else
        record[verb] = {
          token,
          changedAt,
          state: 'Refused',
          message: `${refusal.field}: ${refusal.reason}`,
        };
    }
  }
  return { steps, record, reads };
}

const refusalOf = (kind: AnyKind, verb: string, token: string): string | null =>
  knowsRequest(kind, verb) ? refusedToken(token) : `${kind.kind} knows no request ${verb}`;

/** Returns the requests of the status after a pass: the previous ones, and the results of this
 *  pass. */
export function requestsAfter(
  { env, subject, copy }: Located,
  ...came: readonly Requests[]
): Requests {
  const annotations = Object.keys(copy.object.metadata.annotations ?? {}).filter((key) =>
    key.startsWith(PREFIX),
  );
  const requests: Requests = Object.assign({}, subject.status.requests, ...came);
  const asked = annotations.map((key) => key.slice(PREFIX.length));
  return keptRequests(subject.kind, requests, asked, new Date(env.clock.now()).toISOString());
}

/** Reports whether a user requests a read of the item, or an action that no pass has seen yet: both
 *  start from the current item and its details. */
export const asksForLook = (
  kind: AnyKind,
  annotations: Readonly<Record<string, string>> | undefined,
  status: Status,
): boolean =>
  ['sync', ...Object.keys(kind.requests)].some((verb) => {
    const token = annotations?.[ANNOTATION.request(verb)];
    return token !== undefined && !isOfToken(status.requests?.[verb]?.token, token);
  });

/** Adds the token to the change, so that consent for one request is no consent for the next. */
const tagged = (step: Step, verb: string, token: string): Step =>
  step.type === 'call'
    ? {
        ...step,
        request: { verb, token },
        changes: [...step.changes, { field: `request-${verb}`, from: null, to: token }],
      }
    : step;
