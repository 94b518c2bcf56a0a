import type { Failure } from '../../model/failure.ts';
import type { Item, Observed } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { serviceTime } from '../pass/intent.ts';
import type { Located } from '../pass/pass.ts';
import { proveAbsence } from './absence.ts';
import { type Adoption, adoptionKept } from './adoption-record.ts';
import { lookCloser } from './details.ts';
import { doubtOf } from './doubt.ts';
import { type Fence, fenceOf, importFence } from './fence.ts';

/** The state of the item: it exists; it existed and is proven gone; there is none; or its state is
 *  unknown, with the reason. */
export type Sight =
  /** `adopted`: by an import; the create in the status did not make it. */
  | {
      readonly type: 'found';
      readonly observed: Observed<Item, unknown>;
      readonly adoption: Adoption;
      readonly adopted?: true;
    }
  | { readonly type: 'absent' }
  | { readonly type: 'free'; readonly siblings: readonly Item[] }
  /** It exists and must not be written to. */
  | { readonly type: 'fenced'; readonly fence: Fence }
  | { readonly type: 'unclear'; readonly outcome: Outcome };

/** Handles a failed listing: a collection is gone where its parent item is proven gone. */
export async function withoutCollection(pass: Located, failure: Failure): Promise<Sight> {
  const parent = pass.subject.kind.parent?.(pass.desired);
  if (failure.code !== 'NotFound' || parent === undefined)
    return unclear({ type: 'failed', failure });
  return sightOf(await proveAbsence(pass, parent.items, parent.id));
}

export const sightOf = (outcome: Outcome | null): Sight =>
  outcome === null ? { type: 'absent' } : unclear(outcome);

/** Handles an observed item of a recorded id. */
export async function foundAgain(pass: Located, item: Item): Promise<Sight> {
  const fence = fenceOf(pass, item) ?? importFence(pass, item.id);
  if (fence !== null) return { type: 'fenced', fence };
  const doubt = doubtOf(pass, item);
  if (doubt === null) return found(pass, item, adoptionKept(pass, item));
  if (!pass.deleting || doubt.type === 'waiting') return unclear(doubt);
  const { detail } = doubt;
  return { type: 'fenced', fence: { outcome: { type: 'conflict', detail }, why: detail } };
}

/** Records an observed item and reads its details. */
export async function found(pass: Located, item: Item, adoption: Adoption): Promise<Sight> {
  pass.memory.observedAt = pass.env.clock.now();
  pass.memory.itemMadeAt = Math.min(serviceTime(item.created) ?? 0, pass.account.now());
  const details = await lookCloser(pass, item);
  if (!details.ok) return unclear({ type: 'failed', failure: details.failure });
  return { type: 'found', observed: { item, details: details.value }, adoption };
}

export const unclear = (outcome: Outcome): Sight => ({ type: 'unclear', outcome });
