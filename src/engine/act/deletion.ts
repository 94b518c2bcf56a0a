import type { Item, Observed } from '../../model/kind.ts';
import { asRecord } from '../../model/parse.ts';
import type { Ref } from '../../model/ref.ts';
import type { Fields } from '../../model/step.ts';
import { namingCredential } from '../desire/credentials.ts';
import { targetsOf } from '../desire/raw-ids.ts';
import { foreignItem } from '../observe/isolation.ts';
import { locate } from '../observe/locate.ts';
import { observe } from '../observe/observe.ts';
import { heirOf } from '../observe/successors.ts';
import { ownIntentOf } from '../pass/intent.ts';
import type { Findings, Located, Pass } from '../pass/pass.ts';
import { kubeFailed } from '../pass/trouble.ts';
import { heldInside } from './containment.ts';
import { handOver } from './hand-over.ts';
import { letGo, releaseAll, remove, retain, retainAsIs, withdraw } from './remove.ts';

/** Reconciles a deleted object. One without a created item, or in a mode that only reads, is
 *  released at once. */
export async function reconcileDeletion(pass: Pass): Promise<Findings> {
  const { subject, policy, copy, memory } = pass;
  if (!copy.hasFinalizer) return { outcome: { type: 'gone' } };
  if (asRecord(copy.object.status)['conditions'] === undefined) memory.statusLost = true;
  if (policy.mode === 'Paused') return { outcome: { type: 'paused' } };
  const neverCreated =
    subject.status.id === undefined && ownIntentOf(copy.object) === null && !memory.statusLost;
  if (neverCreated) return releaseAll(pass);
  if (policy.mode !== 'Manage') return withdraw(pass);
  const signed = await copy.sign();
  if (!signed.ok) return { outcome: kubeFailed(signed.failure) };
  const fate = await retainReason(pass);
  if ('outcome' in fate) return fate;
  return fate.stays === null ? destroy(pass) : orphanItem(pass, fate.stays);
}

/** The reason that the item is retained, as a clause; null: it is deleted. */
interface Fate {
  readonly stays: string | null;
}

/** Longest lag of the API server's view of a definition. */
const REPORTED_AFTER_MS = 2_000;

/** Returns the reason to retain the item. Deleting an object deletes its item, unless the whole
 *  kind is being removed from the cluster: then no user asked to delete the item. */
async function retainReason({ env, memory, policy, subject }: Pass): Promise<Fate | Findings> {
  if (policy.deletion === 'Retain') return { stays: 'policy.deletion is Retain' };
  if (memory.endingSince === 0) memory.endingSince = env.clock.elapsed();
  const leftMs = memory.endingSince + REPORTED_AFTER_MS - env.clock.elapsed();
  const what = `a current listing of the definitions: the item remains if that of ${subject.name.kind} is being removed`;
  if (leftMs > 0)
    return { outcome: { type: 'waiting', for: what, recheckMs: leftMs, reason: 'Waiting' } };
  const going = await env.cluster.isDefinitionGoing(subject.name.kind, -leftMs);
  if (!going.ok) return { outcome: kubeFailed(going.failure) };
  return {
    stays: going.value
      ? `the definition of ${subject.name.kind} is being removed from the cluster`
      : null,
  };
}

/** Deletes the item, or confirms that it is gone. */
async function destroy(pass: Pass): Promise<Findings> {
  const inside = heldInside(pass);
  if (inside !== null)
    return {
      outcome: { type: 'waiting', for: inside, recheckMs: 60_000, reason: 'WaitingForDependents' },
    };
  const located = await locate(pass);
  if ('outcome' in located) return located;
  const { kind, status } = pass.subject;
  const inForeign =
    foreignItem(
      located,
      targetsOf({ refs: kind.refs.filter((ref: Ref) => ref.holds === true) }),
    ) !== null;
  if (inForeign)
    return retainAsIs(
      pass,
      `item ${status.id ?? ''}`,
      'it is a part of an item of another namespace',
    );
  return namingCredential(located, await deleteItem(located));
}

async function deleteItem(pass: Located): Promise<Findings> {
  const sight = await observe(pass);
  switch (sight.type) {
    case 'unclear':
      return { outcome: sight.outcome };
    case 'fenced':
      return retainAsIs(pass, `item ${pass.subject.status.id ?? ''}`, sight.fence.why);
    case 'found':
      return handOverItem(pass, sight.observed);
    case 'absent':
      return letGo(pass);
    case 'free':
      return pass.memory.statusLost && !carriesMark(pass)
        ? retainAsIs(
            pass,
            'what it may have created',
            'its status was lost, and no mark identifies its item',
          )
        : letGo(pass);
  }
}

/** Reports whether the items of the kind carry the mark of their object. */
function carriesMark({ subject, desired }: Located): boolean {
  const wants: Fields = subject.kind.wants(desired);
  return wants['mark'] !== undefined;
}

/** Deletes the item, unless another object imports it or the service never deletes it. An item with
 *  an accepted deletion is not handed over. */
async function handOverItem(pass: Located, observed: Observed<Item, unknown>): Promise<Findings> {
  const heir = pass.memory.deletedAt > 0 ? null : await heirOf(pass, observed.item);
  const stays = pass.subject.kind.undeletable?.(observed.item) ?? null;
  if (heir === null) return stays === null ? remove(pass, observed) : retain(pass, observed, stays);
  return 'metadata' in heir ? handOver(pass, observed, heir) : { outcome: heir };
}

/** Leaves the item in place without waiting for the service. @param why the reason, as a clause */
async function orphanItem(pass: Pass, why: string): Promise<Findings> {
  const { id } = pass.subject.status;
  const item = id === undefined ? 'what it may have created' : `item ${id}`;
  const located = await locate(pass);
  if ('outcome' in located)
    return retainAsIs(pass, item, `${why} (its mark remains: the account is unreachable)`);
  const sight = await observe(located);
  switch (sight.type) {
    case 'unclear':
      return retainAsIs(pass, item, `${why} (its mark remains: the item is not visible now)`);
    case 'fenced':
      return retainAsIs(located, item, `${why} and ${sight.fence.why}`);
    case 'found':
      return retain(located, sight.observed, why);
    case 'absent':
    case 'free':
      return letGo(located);
  }
}
