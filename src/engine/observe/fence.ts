import { fingerprint } from '../../model/fingerprint.ts';
import { ANNOTATION } from '../../model/group.ts';
import { importedId } from '../../model/import-spec.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Status } from '../../model/status-layout.ts';
import { markOf, marksIn } from '../../model/tags.ts';
import { intentOf } from '../pass/intent.ts';
import type { Located, Pass } from '../pass/pass.ts';
import type { Claimant } from '../term/claims.ts';
import { signature, signedBy } from '../term/operator-identity.ts';
import { calledBy, isMarkElsewhere, ownerIn } from './isolation.ts';

/** Why the operator must not write to an item although the status records its id. */
export interface Fence {
  readonly outcome: Extract<Outcome, { readonly type: 'conflict' }>;
  /** The same as a clause, for an object that is deleted: its item stays. */
  readonly why: string;
}

/** What keeps an object that is deleted from an item that its status records and another object
 *  holds. */
export function holdersFence(pass: Located, holder: Claimant, id: number): Fence {
  const why = `it belongs to ${calledBy(pass, holder)}`;
  return { outcome: { type: 'conflict', detail: `item ${id}: ${why}` }, why };
}

/** The fence around an item while `spec.import.id` names another one: an object keeps the item that
 *  it has, and its spec says that it is not this one. Where the import may create, the id can be of
 *  an item that never was. */
export function importFence({ subject: { common } }: Pass, id: number): Fence | null {
  const asked = importedId(common.import);
  if (asked === undefined || asked === id || common.import?.orCreate === true) return null;
  const detail = `spec.import.id names item ${asked}, and this object has item ${id}; set it back to ${id}, or make a new object for item ${asked}`;
  return { outcome: { type: 'conflict', detail }, why: `spec.import.id names item ${asked}` };
}

/** The fence around the items of another cluster: null where the status is of this one, or an
 *  annotation says that the object was moved from the other. It is the only fence around items that
 *  carry no tags. An object in mode Observe writes nothing and has no fence. */
export function clusterFence(pass: Pass, id: number): Fence | null {
  const other = placeOf(pass);
  if (other === null || isMoved(pass) || pass.policy.mode === 'Observe') return null;
  const detail =
    `the status is of another ${other.what} (${other.uid}), which may still manage item ${id}; ` +
    `if that ${other.what} no longer does, set the annotation ${ANNOTATION.movedFrom} to ${other.uid}; to leave the item to it, delete this object, and the item stays`;
  return {
    outcome: { type: 'conflict', detail, reason: 'OtherCluster' },
    why: `its status is of another ${other.what} (${other.uid})`,
  };
}

/** The other cluster that the status is of, or the other namespace where the operator cannot tell
 *  clusters apart: a namespace of the same name in another cluster has another uid. Null where it
 *  is this one, or one of both is not known. */
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

/** Whether a person says that the cluster or namespace of the status gave the object up. */
export function isMoved(pass: Pass): boolean {
  const other = placeOf(pass);
  return (
    other !== null && pass.copy.object.metadata.annotations?.[ANNOTATION.movedFrom] === other.uid
  );
}

/** The fence that a mark of another object is; null where the item carries none, or one that this
 *  object may replace. An object in mode Observe writes nothing and has no fence. */
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
  const detail = `item ${item.id} carries the mark of ${owner}${isApplied ? ' in place of the mark of this object' : ''}; ${advice(pass, item, foreign)}`;
  return {
    outcome: { type: 'conflict', detail, ...(isApplied ? { reason: 'TakenOver' as const } : {}) },
    why,
  };
}

/** The mark that the spec names may be replaced, and once: two objects that name the mark of each
 *  other would take turns otherwise. So may the mark that the object had in the cluster that it was
 *  moved from. */
export function mayReplace(pass: Pass, mark: string): boolean {
  const { common, status } = pass.subject;
  if (isMoved(pass) && status.applied?.['mark'] === fingerprint(mark)) return true;
  return common.import?.replaceMark === mark && status.operator?.replaced !== mark;
}

function advice({ subject: { common } }: Pass, { id }: Item, mark: string): string {
  const taking = `set spec.import to {by: Id, id: ${id}, replaceMark: ${mark}}`;
  const again =
    common.import?.replaceMark === mark
      ? 'remove spec.import.replaceMark, which was used, and '
      : '';
  return `to take it over, ${again}${taking}; to leave it to the other, delete this object, and the item stays`;
}

/** What this object created as a copy carries the tags of its source until its own mark is
 *  there. */
function isCopy({ copy, account }: Located): boolean {
  const intent = intentOf(copy.object, account.caller.account);
  return intent !== null && !intent.marked && /\/\d+\/[^/]+$/.test(intent.path);
}

/** What is recorded of the hold on an item that was looked at, beside its adoption. While the item
 *  carries the mark of another object nothing new is. */
export function holdOn(pass: Pass, item: Item): NonNullable<Status['operator']> {
  const { env, subject, policy } = pass;
  const own = markOf(subject.object.metadata.uid);
  const { adopting: _, imported: __, ...rest } = subject.status.operator ?? {};
  const isForeign = marksIn(item.tags ?? []).some((mark) => mark !== own);
  if (policy.mode !== 'Manage' || isForeign) return signedBy(env.self, rest);
  const replaced = subject.common.import?.replaceMark;
  return {
    ...signature(env.self),
    ...placeNow(pass),
    ...(replaced === undefined ? {} : { replaced }),
  };
}

/** Where the item is held from: the cluster where it is known, else the namespace. What is known of
 *  before stays, unless the object was moved. */
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

/** The same for an item behind a fence: a mark that the spec names no more may be named again. */
export function holdBehindFence({ env, subject: { common, status } }: Pass): Status['operator'] {
  const { replaced, ...recorded } = status.operator ?? {};
  const rest = signedBy(env.self, recorded);
  return replaced === undefined || common.import?.replaceMark !== replaced
    ? rest
    : { ...rest, replaced };
}
