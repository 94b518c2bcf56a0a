import { canonicalText, same } from '../../model/fingerprint.ts';
import type { AnyKind } from '../../model/kind.ts';
import { distinct } from '../../model/lists.ts';
import { readable } from '../../model/parse.ts';
import { KnownStatus, membersOf, type Status, strangeIn } from '../../model/status-layout.ts';
import { printOfAsked } from '../pass/approval.ts';
import { type Members, mergePatch } from '../pass/merge-patch.ts';
import type { Findings } from '../pass/pass.ts';
import { recordedIds } from '../pass/resolution.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { conditionsAfter } from './conditions.ts';
import { shownDrift, shownIds, shownPlan, shownStrays } from './shown.ts';

/** Returns the merge patch of the status members that a pass changes; null if nothing changed, so
 *  that an idle pass writes nothing.
 *  @param now milliseconds
 *  @param policy the policies in effect; undefined: not reported */
export function statusPatch(
  object: KubeObject,
  status: Status,
  findings: Findings,
  now: number,
  policy?: Status['policy'],
): Readonly<Record<string, unknown>> | null {
  const at = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  const generation = object.metadata.generation;
  const { outcome, health } = findings;
  const wanted = distinct<Members>(KnownStatus, {
    observedGeneration: generation,
    conditions: conditionsAfter(outcome, health, status.conditions ?? [], object.metadata, at),
    ...aboutItem(findings),
    ...optional('policy', policy),
    ...optional('drift', findings.drift, (drift) => emptyIsNull(shownDrift(drift, status, at))),
    ...aboutPlan(findings, object),
    ...aboutRequests(findings),
    ...(isOther(status, findings) ? ownMembers(object) : {}),
    ...findings.mirrored,
  });
  const there = membersOf(object.status);
  const changed = Object.entries(wanted).filter(
    ([field, value]) => !same(value ?? null, there[field] ?? null),
  );
  return changed.length === 0
    ? null
    : Object.fromEntries(changed.map(([field, value]) => [field, mergePatch(there[field], value)]));
}

/** Returns the members about the item, its account, and the values that led to it. */
const aboutItem = (findings: Findings): Members => ({
  ...optional('id', findings.id),
  ...optional('account', findings.account),
  ...optional('credential', findings.credential),
  ...optional('operator', findings.operator, emptyIsNull),
  ...optional('state', findings.observed?.item.status),
  ...optional('applied', findings.applied),
  ...optional('stored', findings.stored, emptyIsNull),
  ...optional('ids', findings.ids, (ids) => emptyIsNull(shownIds(recordedIds(ids)))),
  ...optional('strayed', findings.strayed, (strayed) => emptyIsNull(shownStrays(strayed))),
});

/** Returns the members about the plan and the consent for it. */
const aboutPlan = ({ plan, consent }: Findings, object: KubeObject): Members => ({
  ...optional('plan', plan, (one) => one && shownPlan(one)),
  ...optional('asked', plan, (one) => one && printOfAsked(object)),
  ...optional('consent', consent),
});

/** Returns the members about requests: those of users, and those that must not be repeated. */
const aboutRequests = (findings: Findings): Members => ({
  ...optional('operations', findings.operations, emptyIsNull),
  ...optional('lastHandledSync', findings.lastHandledSync),
  ...optional('once', findings.once, emptyIsNull),
  ...optional('intent', findings.intent),
});

/** Reports whether the object gets another item, or none. */
const isOther = ({ id }: Status, findings: Findings): boolean =>
  id !== undefined && findings.id !== undefined && findings.id !== id;

/** Returns the removal of the members that the status mirrors from the previous item: endpoints and
 *  addresses of a deleted item mislead clients. */
const ownMembers = ({ status }: KubeObject): Readonly<Record<string, null>> =>
  Object.fromEntries(
    Object.keys(membersOf(status)).flatMap((field) =>
      field in KnownStatus.shape ? [] : [[field, null] as const],
    ),
  );

/** Returns the removal of the status members that no schema of the kind accepts: another writer
 *  added them. */
export function strangeMembers(
  { status }: KubeObject,
  kind: Pick<AnyKind, 'status'>,
): Readonly<Record<string, unknown>> {
  return strangeIn(status, readable(kind.status, membersOf(status)));
}

/** Returns a member of the status; none where the pass did not examine it.
 *  @param shown formats the value */
const optional = <T>(
  field: string,
  value: T | undefined,
  shown: (value: T) => unknown = (one) => one,
): Members => (value === undefined ? {} : { [field]: shown(value) });

const emptyIsNull = (value: unknown): unknown =>
  canonicalText(value) === '[]' || canonicalText(value) === '{}' ? null : value;
