import { fingerprint } from '../../model/fingerprint.ts';
import { ANNOTATION } from '../../model/group.ts';
import { importedId } from '../../model/import-spec.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Status } from '../../model/status-layout.ts';
import { markOf, marksIn } from '../../model/tags.ts';
import { intentOf } from '../pass/intent.ts';
import type { Located, Pass } from '../pass/pass.ts';
import type { Claimant } from '../term/claims.ts';
import { signature, signedBy } from '../term/operator-identity.ts';
import { calledBy, isMarkElsewhere, ownerIn } from './isolation.ts';

/** The reason that the operator must not write to an item although the status records its id. */
export interface Fence {
  readonly outcome: Extract<Outcome, { readonly type: 'conflict' }>;
  /** The reason as a clause, for a deleted object whose item stays. */
  readonly why: string;
}

/** Returns the fence of a deleted object around an item that another object holds. */
export function holdersFence(pass: Located, holder: Claimant, id: ItemId): Fence {
  const why = `it belongs to ${calledBy(pass, holder)}`;
  return { outcome: { type: 'conflict', detail: `item ${id}: ${why}` }, why };
}

/** Returns the fence around the recorded item while `spec.import.id` names another one: an object
 *  keeps its item, and its spec names a different one. Where the import may create, the id may name
 *  an item that never existed. */
export function importFence({ subject: { common } }: Pass, id: ItemId): Fence | null {
  const asked = importedId(common.import);
  if (asked === undefined || asked === id || common.import?.orCreate === true) return null;
  const detail = `spec.import.id names item ${asked}, and this object has item ${id}; restore ${id}, or create a new object for item ${asked}`;
  return { outcome: { type: 'conflict', detail }, why: `spec.import.id names item ${asked}` };
}

/** Returns the fence around items of another cluster: null where the status is of this one, or an
 *  annotation states that the object was moved here. It is the only fence around items without
 *  tags. An object in mode Observe writes nothing and has no fence. */
export function clusterFence(pass: Pass, id: ItemId): Fence | null {
  const other = placeOf(pass);
  if (other === null || isMoved(pass) || pass.policy.mode === 'Observe') return null;
  const detail =
    `the status was recorded in another ${other.what} (${other.uid}), which can still manage item ${id}; ` +
    `if that ${other.what} no longer manages it, set the annotation ${ANNOTATION.movedFrom} to ${other.uid}; to leave the item to that ${other.what}, delete this object, which keeps the item`;
  return {
    outcome: { type: 'conflict', detail, reason: 'OtherCluster' },
    why: `its status was recorded in another ${other.what} (${other.uid})`,
  };
}

/** Returns the other cluster in the status, or the other namespace where clusters cannot be
 *  identified: a namespace of the same name in another cluster has another uid. Null where it is
 *  this one, or one of the two is unknown. */
function placeOf({
  env,
  subject,
}: Pass): { readonly what: 'cluster' | 'namespace'; readonly uid: string } | null {
  const { cluster, namespace } = subject.status.operator ?? {};
  const here = env.cluster.uid();
  if (cluster !== undefined && here !== null)
    return cluster === here ? null : { what: 'cluster', uid: cluster };
  const home = env.cluster.home(subject.name.namespace);
  return namespace === undefined || home === null || namespace === home.uid
    ? null
    : { what: 'namespace', uid: namespace };
}

/** Reports whether an annotation states that the cluster or namespace in the status released the
 *  object. */
export function isMoved(pass: Pass): boolean {
  const other = placeOf(pass);
  return (
    other !== null && pass.copy.object.metadata.annotations?.[ANNOTATION.movedFrom] === other.uid
  );
}

/** Returns the fence that the mark of another object forms; null where the item carries none, or
 *  one that this object may replace. An object in mode Observe writes nothing and has no fence. */
export function fenceOf(pass: Located, item: Item): Fence | null {
  const own = markOf(pass.subject.object.metadata.uid);
  const foreign = marksIn(item.tags ?? []).find(
    (mark) => mark !== own && (!mayReplace(pass, mark) || isMarkElsewhere(pass, mark)),
  );
  if (foreign === undefined || pass.policy.mode === 'Observe') return null;
  const isApplied = pass.subject.status.applied?.['mark'] === fingerprint(own);
  if (!isApplied && isCopy(pass)) return null;
  const owner = ownerIn(pass, foreign);
  const why = `it carries the mark of ${owner}`;
  const detail = `item ${item.id} carries the mark of ${owner}${isApplied ? ' instead of the mark of this object' : ''}; ${advice(pass, item, foreign)}`;
  return {
    outcome: { type: 'conflict', detail, ...(isApplied ? { reason: 'TakenOver' as const } : {}) },
    why,
  };
}

/** Reports whether this object may replace a mark. It may replace the mark that the spec names
 *  once: otherwise two objects that name each other's marks would alternate. It may also replace
 *  the mark that the object had in its previous cluster. */
export function mayReplace(pass: Pass, mark: string): boolean {
  const { common, status } = pass.subject;
  if (isMoved(pass) && status.applied?.['mark'] === fingerprint(mark)) return true;
  return common.import?.replaceMark === mark && status.operator?.replacedMark !== mark;
}

function advice({ subject: { common } }: Pass, { id }: Item, mark: string): string {
  const taking = `set spec.import to {by: Id, id: ${id}, replaceMark: ${mark}}`;
  const again =
    common.import?.replaceMark === mark
      ? 'remove spec.import.replaceMark, which was used, and '
      : '';
  return `to adopt it, ${again}${taking}; to leave it to the other object, delete this object, which keeps the item`;
}

/** Reports whether the item is a copy: it carries the tags of its source until its own mark is
 *  set. */
function isCopy({ copy, account }: Located): boolean {
  const intent = intentOf(copy.object, account.caller.account);
  return intent !== null && !intent.marked && /\/\d+\/[^/]+$/.test(intent.path);
}

/** Returns the record of the hold on an observed item, without its adoption. While the item carries
 *  the mark of another object, the hold does not change. */
export function holdOn(pass: Pass, item: Item): NonNullable<Status['operator']> {
  const { env, subject, policy } = pass;
  const own = markOf(subject.object.metadata.uid);
  const { adopting: _, imported: __, ...rest } = subject.status.operator ?? {};
  const isForeign = marksIn(item.tags ?? []).some((mark) => mark !== own);
  if (policy.mode !== 'Manage' || isForeign) return signedBy(env.self, rest);
  const replacedMark = subject.common.import?.replaceMark;
  return {
    ...signature(env.self),
    ...placeNow(pass),
    ...(replacedMark === undefined ? {} : { replacedMark }),
  };
}

/** Returns the holder's place: the cluster where it is known, else the namespace. An earlier record
 *  stays, unless the object was moved. */
function placeNow(pass: Pass): Pick<NonNullable<Status['operator']>, 'cluster' | 'namespace'> {
  const { env, subject } = pass;
  const here = env.cluster.uid();
  if (here !== null) return { cluster: here };
  const { cluster, namespace } = isMoved(pass) ? {} : (subject.status.operator ?? {});
  const home = env.cluster.home(subject.name.namespace);
  const uid = home?.isSure === true ? home.uid : namespace;
  return {
    ...(cluster === undefined ? {} : { cluster }),
    ...(uid === undefined ? {} : { namespace: uid }),
  };
}

/** Returns the record of the hold on an item behind a fence: a mark that the spec no longer names
 *  may be named again. */
export function holdBehindFence({ env, subject: { common, status } }: Pass): Status['operator'] {
  const { replacedMark, ...recorded } = status.operator ?? {};
  const rest = signedBy(env.self, recorded);
  return replacedMark === undefined || common.import?.replaceMark !== replacedMark
    ? rest
    : { ...rest, replacedMark };
}
