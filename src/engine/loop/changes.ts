import { fingerprint, same } from '../../model/fingerprint.ts';
import { ANNOTATION, FINALIZER } from '../../model/group.ts';
import { asRecord } from '../../model/parse.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { classOf } from '../term/operator-identity.ts';

/** What a person or another manager may change: spec, deletion, class, our finalizer, and the
 *  annotations that we obey; and that an operator let the object go. Our own writes ask for
 *  nothing. */
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
    Object.entries(object.metadata.annotations ?? {}).filter(
      ([key]) =>
        [ANNOTATION.consent, ANNOTATION.intent, ANNOTATION.movedFrom].some((one) => one === key) ||
        key.startsWith(ANNOTATION.request('')),
    ),
  );

/** What dependents can see of an object: who it is, whether it stays, its labels, and the values of
 *  its status. */
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

/** Whether the object was at rest when its status was written last, and nothing was asked of it
 *  since. */
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
