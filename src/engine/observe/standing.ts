import type { AnyKind } from '../../model/kind.ts';
import { parseSubject } from '../desire/subject.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { type Claims, itemClaim, keyClaim } from './claims.ts';
import { ownIntentOf } from './intent.ts';

/** Claims the item that an object has by its status, or the natural key of one whose create may still be out. */
export function takeStandingClaim(claims: Claims, kind: AnyKind, object: KubeObject): void {
  const { status, title } = parseSubject(kind, object);
  const claimant = { uid: object.metadata.uid, title };
  const intent = ownIntentOf(object);
  if (status.id !== undefined && status.account !== undefined) claims.take(itemClaim(status.account, object.kind, status.id), claimant);
  else if (intent !== null) claims.take(keyClaim(intent.account, intent.path, intent.key), claimant);
}
