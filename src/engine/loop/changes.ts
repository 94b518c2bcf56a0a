import { fingerprint, same } from '../../model/fingerprint.ts';
import { ANNOTATION, FINALIZER } from '../../model/group.ts';
import { asRecord } from '../../model/parse.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { classOf } from '../term/operator-identity.ts';

/** Reports whether a change requires a pass: of the spec, the deletion, the class, the operator's
 *  finalizer or its annotations, or the release by another operator. The operator's own writes
 *  require none. */
export const asksForPass = (before: KubeObject | undefined, after: KubeObject): boolean =>
  before?.metadata.generation !== after.metadata.generation ||
  before.metadata.deletionTimestamp !== after.metadata.deletionTimestamp ||
  (isHeld(before) && !isHeld(after)) ||
  classOf(before) !== classOf(after) ||
  (isSigned(before) && !isSigned(after)) ||
  !same(obeyed(before), obeyed(after));

const isHeld = ({ metadata }: KubeObject): boolean =>
  metadata.finalizers?.includes(FINALIZER) === true;

const isSigned = ({ status }: KubeObject): boolean =>
  asRecord(asRecord(status)['operator'])['name'] !== undefined;

const obeyed = (object: KubeObject): object =>
  Object.fromEntries(
    Object.entries(object.metadata.annotations ?? {}).filter(([key]) =>
      [ANNOTATION.consent, ANNOTATION.intent, ANNOTATION.movedFrom, ANNOTATION.sync].some(
        (one) => one === key,
      ),
    ),
  );

/** Returns the part of an object that its dependents see: its identity, deletion, labels, and
 *  status values. */
export function face(object: KubeObject | undefined): string {
  if (object === undefined) return '';
  const {
    conditions: _,
    observedGeneration: __,
    plan: ___,
    internal: ____,
    ...values
  } = (object.status ?? {}) as Record<string, unknown>;
  return fingerprint([
    object.metadata.uid,
    object.metadata.deletionTimestamp,
    object.metadata.labels,
    values,
  ]);
}

/** Reports whether the object was idle at its last status write, and nothing has changed since. */
export function isAtRest(object: KubeObject): boolean {
  const status = object.status as
    | {
        readonly observedGeneration?: number;
        readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
      }
    | undefined;
  const ready =
    status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') === true;
  return (
    ready &&
    status?.observedGeneration === object.metadata.generation &&
    object.metadata.deletionTimestamp === undefined
  );
}
