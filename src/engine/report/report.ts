import { canonicalText, same } from '../../model/fingerprint.ts';
import type { AnyKind } from '../../model/kind.ts';
import { distinct } from '../../model/lists.ts';
import { readable } from '../../model/parse.ts';
import { KnownStatus, membersOf, type Status, strangeIn } from '../../model/status-layout.ts';
import { printOfAsked } from '../pass/approval.ts';
import { mergePatch } from '../pass/merge-patch.ts';
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
  const wanted = distinct<Readonly<Record<string, unknown>>>(KnownStatus, {
    observedGeneration: generation,
    conditions: conditionsAfter(
      findings.outcome,
      findings.health,
      status.conditions ?? [],
      generation,
      at,
    ),
    ...optional('id', findings.id),
    ...optional('account', findings.account),
    ...optional('credential', findings.credential),
    ...optional(
      'operator',
      findings.operator === undefined ? undefined : emptyIsNull(findings.operator),
    ),
    ...optional('policy', policy),
    ...optional('state', findings.observed?.item.status),
    ...optional('applied', findings.applied),
    ...optional('stored', emptyIsNull(findings.stored)),
    ...optional(
      'ids',
      findings.ids === undefined ? undefined : emptyIsNull(shownIds(recordedIds(findings.ids))),
    ),
    ...optional(
      'strayed',
      findings.strayed === undefined ? undefined : emptyIsNull(shownStrays(findings.strayed)),
    ),
    ...optional(
      'plan',
      findings.plan === undefined || findings.plan === null
        ? findings.plan
        : shownPlan(findings.plan),
    ),
    ...optional('asked', findings.plan ? printOfAsked(object) : findings.plan),
    ...optional('consent', findings.consent),
    ...optional(
      'drift',
      findings.drift === undefined
        ? undefined
        : emptyIsNull(shownDrift(findings.drift, status, at)),
    ),
    ...optional(
      'operations',
      findings.operations === undefined ? undefined : emptyIsNull(findings.operations),
    ),
    ...optional('lastHandledSync', findings.lastHandledSync),
    ...optional('once', findings.once === undefined ? undefined : emptyIsNull(findings.once)),
    ...optional('intent', findings.intent),
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

const optional = (field: string, value: unknown): Record<string, unknown> =>
  value === undefined ? {} : { [field]: value };

const emptyIsNull = (value: unknown): unknown =>
  canonicalText(value) === '[]' || canonicalText(value) === '{}' ? null : value;
