import type { Outcome } from '../../model/outcome.ts';
import type { Located } from '../pass/pass.ts';
import { type Subject, secretNameOf } from '../pass/subject.ts';
import type { Execution } from './execution.ts';
import type { Records } from './records.ts';

/** States of a request that was sent, or may have been. */
const SENT: ReadonlySet<string> = new Set(['Done', 'OutcomeUnknown']);
/** Longest time until the service provides the new contents. */
const RENEWED_WITHIN_MS = 15 * 60_000;
const RECHECK_MS = 30_000;

/** Waits for new contents of the Secret where this execution requested them; earlier contents are
 *  obsolete. Null: it did not. */
export const renewalBegunBy = (
  { result }: Pick<Execution, 'result'>,
  subject: Subject,
): Outcome | null =>
  result !== null && result.verb === subject.kind.secretRenewedBy && SENT.has(result.state)
    ? renewalIn(subject)
    : null;

/** Waits for new contents of the Secret, for a limited time: after the request the service may
 *  still return the previous ones. An object that is in sync has them, or waited long enough.
 *  @param isAsBefore true if the service still returns the previous contents
 *  @returns the wait; null where none is needed */
export function renewalOf({ subject, memory, env }: Located, isAsBefore: boolean): Outcome | null {
  const asked = Object.values(subject.status.operations ?? {})
    .filter(({ verb, state }) => verb === subject.kind.secretRenewedBy && SENT.has(state))
    .reduce<Records[string] | undefined>(
      (last, one) => (last === undefined || last.changedAt < one.changedAt ? one : last),
      undefined,
    );
  const isSynced =
    subject.status.conditions?.some(
      ({ type, status }) => type === 'Synced' && status === 'True',
    ) === true;
  if (asked === undefined || isSynced || memory.keptSecret.renewedFor === asked.changedAt)
    return null;
  const ageMs = env.clock.now() - Date.parse(asked.changedAt);
  if (isAsBefore && ageMs >= 0 && ageMs < RENEWED_WITHIN_MS) return renewalIn(subject);
  memory.keptSecret.renewedFor = asked.changedAt;
  return null;
}

const renewalIn = (subject: Subject): Outcome => ({
  type: 'waiting',
  for: `the service to renew the content of Secret ${secretNameOf(subject)}`,
  recheckMs: RECHECK_MS,
  reason: 'Waiting',
});
