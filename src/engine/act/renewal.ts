import type { Outcome } from '../../model/outcome.ts';
import { entryFor } from '../../model/table.ts';
import type { Located } from '../pass/pass.ts';
import { type Subject, secretNameOf } from '../pass/subject.ts';
import type { Execution } from './execution.ts';

/** States of a request that was sent, or may have been. */
const SENT: ReadonlySet<string> = new Set(['Done', 'OutcomeUnknown']);
/** The service gives the new contents within this time, or never. */
const RENEWED_WITHIN_MS = 15 * 60_000;
const RECHECK_MS = 30_000;

/** The wait for new contents of the Secret, where this run asked the service for them; what was
 *  read before the request is of no use any more. Null: it did not. */
export const renewalBegunBy = ({ results }: Execution, subject: Subject): Outcome | null =>
  SENT.has(entryFor(results, subject.kind.secretRenewedBy ?? '')?.state ?? '')
    ? renewalIn(subject)
    : null;

/** After the request for new contents the service may go on to give those of before for a while:
 *  others are waited for, but not without end. An object that is in sync has them, or waited long
 *  enough.
 *  @param isAsBefore no other contents are known than those that the service gives now
 *  @returns the wait; null where none is needed */
export function renewalOf({ subject, memory, env }: Located, isAsBefore: boolean): Outcome | null {
  const asked = entryFor(subject.status.requests ?? {}, subject.kind.secretRenewedBy ?? '');
  const isSynced =
    subject.status.conditions?.some(
      ({ type, status }) => type === 'Synced' && status === 'True',
    ) === true;
  if (
    asked === undefined ||
    isSynced ||
    !SENT.has(asked.state) ||
    memory.keptSecret.renewedFor === asked.changedAt
  )
    return null;
  const ageMs = env.clock.now() - Date.parse(asked.changedAt);
  if (isAsBefore && ageMs >= 0 && ageMs < RENEWED_WITHIN_MS) return renewalIn(subject);
  memory.keptSecret.renewedFor = asked.changedAt;
  return null;
}

const renewalIn = (subject: Subject): Outcome => ({
  type: 'waiting',
  for: `the service to renew what Secret ${secretNameOf(subject)} holds`,
  recheckMs: RECHECK_MS,
  reason: 'Waiting',
});
