import type { AnyKind } from '../../model/kind.ts';
import { asRecord } from '../../model/parse.ts';
import { membersOf } from '../../model/status-layout.ts';
import { ownIntentOf } from '../pass/intent.ts';
import { policyOf } from '../pass/policy.ts';
import { parseSubject } from '../pass/subject.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { containBug } from '../term/bug-recheck.ts';
import { type Claims, itemClaim } from '../term/claims.ts';
import type { Environment } from '../term/environment.ts';
import { intentClaims, partClaimsOf } from './holding.ts';

/** Sorts objects by the order of their claims: the oldest wins. */
export function oldestFirst(objects: readonly KubeObject[]): readonly KubeObject[] {
  const dated = objects.map((object) => ({
    object,
    age: `${object.metadata.creationTimestamp} ${object.metadata.uid}`,
  }));
  return dated.sort((a, b) => (a.age < b.age ? -1 : 1)).map(({ object }) => object);
}

/** Records an existing object when a process starts. A bug with one object does not affect the
 *  others. */
export function recordExisting(
  { claims, kinds, usedCredentials, telemetry }: Environment,
  object: KubeObject,
): void {
  containBug(telemetry, object, () => {
    usedCredentials.note(object);
    takeExistingClaims(claims, kinds, object);
  });
}

/** Claims the item in an object's status, or the natural key of its unanswered create. An object
 *  that observes or previews an item does not claim it. */
export function takeExistingClaims(
  claims: Claims,
  kinds: readonly AnyKind[],
  object: KubeObject,
): void {
  const kind = kinds.find((one) => one.kind === object.kind);
  if (kind === undefined) return;
  const subject = parseSubject(kind, object);
  const { status, title } = subject;
  const { mode } = policyOf(subject);
  const claimant = { uid: object.metadata.uid, title, namespace: object.metadata.namespace };
  const intent = ownIntentOf(object);
  if (status.id !== undefined && status.account !== undefined) {
    if (mode === 'Observe' || mode === 'Preview') return;
    const things = [
      itemClaim(status.account, object.kind, status.id),
      ...partClaimsOf(subject, status.account),
    ];
    for (const thing of things) {
      const holder = claims.take(thing, claimant);
      if (holder !== null && holder.namespace !== claimant.namespace && !isCopied(object))
        claims.dispute(thing, claimant.uid);
    }
  } else if (intent !== null)
    for (const claim of intentClaims(intent, kind)) claims.take(claim, claimant);
}

/** Reports whether the status was copied from another object, by the uid in its last create. */
function isCopied({ metadata, status }: KubeObject): boolean {
  const { uid } = asRecord(membersOf(status)['intent']);
  return uid !== undefined && uid !== metadata.uid;
}
