import type { Status } from '../../model/status-layout.ts';
import type { Findings, Pass } from '../pass/pass.ts';
import { policyOf, policyOrigins } from '../pass/policy.ts';

/** Returns the policies in effect after the status contains the findings of the pass. Undefined if
 *  the spec cannot be parsed. */
export function policyInEffect(
  { subject, copy }: Pass,
  { id = subject.status.id, operator = subject.status.operator }: Findings,
): Status['policy'] {
  if (!subject.own.ok) return undefined;
  const { id: _, operator: __, ...status } = subject.status;
  const after = {
    ...subject,
    object: copy.object,
    status: {
      ...status,
      ...(id === undefined || id === null ? {} : { id }),
      ...(operator === undefined ? {} : { operator }),
    },
  };
  const [value, from] = [policyOf(after), policyOrigins(after)];
  return {
    mode: { value: value.mode, from: from.mode },
    deletion: { value: value.deletion, from: from.deletion },
    drift: { value: value.drift, from: from.drift },
    loss: { value: value.loss, from: from.loss },
    consent: { value: value.consent, from: from.consent },
  };
}
