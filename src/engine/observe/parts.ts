import type { ItemId } from '../../model/item-id.ts';
import type { AnyKind, Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { asRecord } from '../../model/parse.ts';
import { idsAt, itemsNamed } from '../desire/raw-ids.ts';
import { serviceTime } from '../pass/intent.ts';
import type { Located } from '../pass/pass.ts';
import { nameOf } from '../pass/subject.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { itemClaim, makingClaims, partClaim } from '../term/claims.ts';
import { lagMs } from '../term/environment.ts';

/** An item may be created as a part of another one, such as the node of a cluster. It belongs to
 *  the holder of that one before any status shows it. */

type Waiting = Extract<Outcome, { readonly type: 'waiting' }>;

/** The service may show the parent of a part this much later than the part. */
const SHOWN_WITHIN_MS = 60_000;
/** A part of this age is in the status of the object that holds it, or that object is inactive and
 *  blocks no other one. */
const OLD_MS = 24 * 60 * 60_000;

/** Waits for an item that no object holds, while it may be a part of an item in another namespace;
 *  null once each possible holder was read closely after the item was made. A preview changes
 *  nothing and does not wait.
 *  @param kind of the item */
export function maybePart(pass: Located, kind: string, { id, created }: Item): Waiting | null {
  if (pass.policy.mode === 'Preview') return null;
  const madeAt = serviceTime(created) ?? pass.account.now();
  if (madeAt + OLD_MS < pass.account.now()) return null;
  for (const whole of wholesOf(pass, kind)) {
    const unseen = holdersElsewhere(pass, whole.kind).filter(
      ({ metadata }) => !pass.env.looks.isAfter(madeAt + SHOWN_WITHIN_MS, metadata.uid, kind),
    );
    for (const object of unseen) pass.env.looks.ask(nameOf(object));
    if (unseen.length > 0 || isMadeElsewhere(pass, whole.kind))
      return waiting(
        `a read of each ${whole.kind} of another namespace, because item ${id} can be a part of it`,
        5_000,
      );
  }
  return null;
}

/** Waits for a part that the spec names without its whole, while other namespaces hold items with
 *  such parts: an object of this namespace has to show the part. An unknown part may be theirs.
 *  Null where there is none. */
export function unshownPart(pass: Located): Outcome | null {
  const { env, subject, account, desired } = pass;
  const targets = (subject.kind.ids ?? []).flatMap(({ path, names, alone }) =>
    names !== null && alone === true ? [{ path, names }] : [],
  );
  const { namespace } = subject.name;
  for (const { names, id, path } of itemsNamed(targets, desired.spec)) {
    const wholes = wholesOf(pass, names).filter(
      ({ kind }) => holdersElsewhere(pass, kind).length > 0 || isMadeElsewhere(pass, kind),
    );
    if (
      wholes.length === 0 ||
      env.looks.shows(namespace, names, partClaim(account.caller.account, names, id))
    )
      continue;
    for (const whole of wholes) askOwn(pass, whole, names, id);
    const kinds = wholes.map(({ kind }) => kind).join(' or ');
    return waiting(
      `an object of this namespace (${kinds}) whose status lists ${names.toLowerCase()} ${id}: spec.${path} can belong to another namespace`,
      30_000,
    );
  }
  return null;
}

/** Schedules a close read of the objects of the namespace whose status contains the part. */
function askOwn(
  { env, subject }: Located,
  { kind, holds = [] }: AnyKind,
  as: string,
  id: ItemId,
): void {
  const paths = holds.filter((part) => part.as === as).map(({ path }) => path);
  for (const object of env.cluster.list(kind, subject.name.namespace)) {
    if (paths.some((path) => idsAt(object.status, path).some((placed) => placed.id === id)))
      env.looks.ask(nameOf(object));
  }
}

/** Returns the kinds whose items have parts of this kind or name. */
export const wholesOf = ({ env }: Located, as: string): readonly AnyKind[] =>
  env.kinds.filter(({ holds = [] }) =>
    holds.some((part: { readonly as: string }) => part.as === as),
  );

/** Returns the objects of other namespaces that hold an item of a kind in the account. */
function holdersElsewhere(
  { env, subject, account: { caller } }: Located,
  kind: string,
): readonly KubeObject[] {
  return env.cluster.all(kind).filter(({ metadata, status }) => {
    const { id } = asRecord(status);
    return (
      metadata.namespace !== subject.name.namespace &&
      (typeof id === 'number' || typeof id === 'string') &&
      env.claims.holds(metadata.uid, itemClaim(caller.account, kind, id))
    );
  });
}

/** Reports whether a create of a kind may be in flight for another namespace. */
export function isMadeElsewhere({ env, subject, account }: Located, kind: string): boolean {
  const oldest = account.now() - lagMs(env.settings);
  return env.claims
    .others(subject.object.metadata.uid, makingClaims(account.caller.account, kind))
    .some(
      ([thing, holder]) =>
        holder.namespace !== subject.name.namespace && Number(thing.split('|').at(-1)) > oldest,
    );
}

const waiting = (what: string, recheckMs: number): Waiting => ({
  type: 'waiting',
  for: what,
  recheckMs,
  reason: 'Waiting',
});
