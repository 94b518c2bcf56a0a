import type { KubeObject } from '../../engine/ports/cluster.ts';
import { titleOf } from '../../model/object-key.ts';
import { stepLines } from '../status/lines.ts';
import { summaryOf } from '../status/object-summary.ts';

/** A plan that waits for approval, as lines; or the reason that there is none. */
export type Approval =
  | { readonly hash: string; readonly lines: readonly string[] }
  | { readonly problem: string };

/** Returns the plan to approve. @param read the hash of the reviewed plan; null: none */
export function approvalOf(object: KubeObject, read: string | null): Approval {
  const summary = summaryOf(object);
  const { held, reason, message } = summary;
  const title = titleOf(summary);
  if (held === null || !held.wantsConsent) {
    const why = reason === null ? 'it is in sync' : `it is ${reason}: ${message ?? ''}`;
    return { problem: `no plan of ${title} waits for approval: ${why}` };
  }
  if (read !== null && read !== held.hash)
    return {
      problem: `the plan of ${title} is ${held.hash} now, not ${read}: review it again before you approve it`,
    };
  return {
    hash: held.hash,
    lines: [`The plan of ${title}:`, ...stepLines(held).map((line) => `  ${line}`)],
  };
}
