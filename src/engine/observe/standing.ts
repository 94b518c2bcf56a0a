import type { AnyKind } from '../../model/kind.ts';
import { policyOf } from '../desire/policy.ts';
import { parseSubject } from '../desire/subject.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { type Claims, itemClaim } from './claims.ts';
import { intentClaims } from './holding.ts';
import { ownIntentOf } from './intent.ts';

/** Claims for each object the item that it has by its status, or the natural key of one whose create may still be out; the oldest wins. An object
 *  that only observes or previews an item does not claim it. */
export function takeStandingClaims(claims: Claims, kinds: readonly AnyKind[], objects: readonly KubeObject[]): void {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  for (const object of objects.toSorted(byAge)) {
    const kind = byName.get(object.kind);
    if (kind !== undefined) takeStandingClaim(claims, kind, object);
  }
}

function takeStandingClaim(claims: Claims, kind: AnyKind, object: KubeObject): void {
  const subject = parseSubject(kind, object);
  const { status, title } = subject;
  const { mode } = policyOf(subject);
  const claimant = { uid: object.metadata.uid, title, namespace: object.metadata.namespace };
  const intent = ownIntentOf(object);
  if (status.id !== undefined && status.account !== undefined) {
    if (mode !== 'Observe' && mode !== 'Preview') claims.take(itemClaim(status.account, object.kind, status.id), claimant);
  } else if (intent !== null) for (const claim of intentClaims(intent)) claims.take(claim, claimant);
}

const ageOf = ({ metadata }: KubeObject): string => `${metadata.creationTimestamp} ${metadata.uid}`;
const byAge = (a: KubeObject, b: KubeObject): number => (ageOf(a) < ageOf(b) ? -1 : 1);
