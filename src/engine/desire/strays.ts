import { canonicalText } from '../../model/fingerprint.ts';
import { parseJson } from '../../model/parse.ts';
import type { Ref } from '../../model/ref.ts';
import type { Status } from '../../model/status-layout.ts';
import { printOfAsked } from '../pass/approval.ts';
import type { Pass } from '../pass/pass.ts';
import type { Resolved } from '../pass/resolution.ts';
import { valuesOf } from './referents.ts';

/** A value that a selector no longer leads to although its object exists and still provides it. A
 *  mistake in labels has this effect. */
export type Stray = NonNullable<Status['strayed']>[number];

/** Values lost within this time count together. */
const WINDOW_MS = 60 * 60_000;

/** Returns the values that the selectors of an object lost recently because labels changed. Values
 *  of deleted objects do not count. The status of the last pass is the source, so that a restart
 *  loses none. While the object has a held plan, no value expires, because waiting is not consent.
 *  An edit of the spec discards them; an approval of the plan does not.
 *  @param ids the values that the references resolve to now, by path */
export function straysOf(
  pass: Pass,
  ids: Readonly<Record<string, readonly Resolved[]>>,
): readonly Stray[] {
  const { status, kind, object } = pass.subject;
  const isEdited = status.observedGeneration !== object.metadata.generation;
  if (isEdited && status.asked !== printOfAsked(object)) return [];
  return kind.refs
    .filter(({ by }: Ref) => by === 'selector')
    .flatMap((ref: Ref) => straysAt(pass, ref, ids[ref.path] ?? []));
}

function straysAt({ env, subject }: Pass, ref: Ref, led: readonly Resolved[]): readonly Stray[] {
  const { status, name } = subject;
  const now = env.clock.now();
  const oldest = status.plan === undefined ? now - WINDOW_MS : 0;
  const known = (status.strayed ?? []).filter(
    ({ path, lostAt }) => path === ref.path && Date.parse(lostAt) > oldest,
  );
  const lostAt = new Date(now).toISOString();
  const lost = (status.ids?.[ref.path] ?? [])
    .filter(({ value }) => !known.some((one) => one.value === value))
    .map((one) => ({ path: ref.path, ...one, lostAt }));
  const values = new Set(led.map(({ value }) => canonicalText(value)));
  return [...known, ...lost].filter((one) => {
    if (values.has(one.value)) return false;
    const referent = env.cluster.get({ kind: ref.kind, namespace: name.namespace, name: one.name });
    return (
      referent?.metadata.deletionTimestamp === undefined &&
      valuesOf(referent, ref).some((value) => canonicalText(value) === one.value)
    );
  });
}

/** Groups the values of strays by the path of the selector, for the kinds. */
export const strayedValues = (
  strays: readonly Stray[],
): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(
    [...new Set(strays.map(({ path }) => path))].map((path) => [
      path,
      strays.filter((one) => one.path === path).map(({ value }) => parseJson(value)),
    ]),
  );
