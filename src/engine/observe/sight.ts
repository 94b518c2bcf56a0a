import type { Failure } from '../../model/failure.ts';
import type { Item, Observed } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { serviceTime } from '../pass/intent.ts';
import type { Located } from '../pass/pass.ts';
import { proveAbsence } from './absence.ts';
import { type Adoption, adoptionKept } from './adoption.ts';
import { lookCloser } from './details.ts';
import { doubtOf } from './doubt.ts';
import { type Fence, fenceOf, importFence } from './fence.ts';

/** What can be said of the item: it is there; it was there and is proven gone; there is none; or
 *  nothing can be said yet, and why. */
export type Sight =
  /** `adopted`: by an import, and the create that the status records did not make it. */
  | {
      readonly type: 'found';
      readonly observed: Observed<Item, unknown>;
      readonly adoption: Adoption;
      readonly adopted?: true;
    }
  | { readonly type: 'absent' }
  | { readonly type: 'free'; readonly siblings: readonly Item[] }
  /** It is there, and is not to be written to. */
  | { readonly type: 'fenced'; readonly fence: Fence }
  | { readonly type: 'unclear'; readonly outcome: Outcome };

/** No listing, no item: a collection is gone where the item that holds it is proven gone. */
export async function withoutCollection(pass: Located, failure: Failure): Promise<Sight> {
  const parent = pass.subject.kind.parent?.(pass.desired);
  if (failure.code !== 'NotFound' || parent === undefined)
    return unclear({ type: 'failed', failure });
  return sightOf(await proveAbsence(pass, parent.items, parent.id));
}

export const sightOf = (outcome: Outcome | null): Sight =>
  outcome === null ? { type: 'absent' } : unclear(outcome);

/** The item of a recorded id was seen. */
export async function foundAgain(pass: Located, item: Item): Promise<Sight> {
  const fence = fenceOf(pass, item) ?? importFence(pass, item.id);
  if (fence !== null) return { type: 'fenced', fence };
  const doubt = doubtOf(pass, item);
  if (doubt === null) return found(pass, item, adoptionKept(pass, item));
  if (!pass.deleting || doubt.type === 'waiting') return unclear(doubt);
  const { detail } = doubt;
  return { type: 'fenced', fence: { outcome: { type: 'conflict', detail }, why: detail } };
}

/** The item was seen, whether its details can be read or not. */
export async function found(pass: Located, item: Item, adoption: Adoption): Promise<Sight> {
  pass.memory.observedAt = pass.env.clock.now();
  pass.memory.itemMadeAt = Math.min(serviceTime(item.created) ?? 0, pass.account.now());
  const details = await lookCloser(pass, item);
  if (!details.ok) return unclear({ type: 'failed', failure: details.failure });
  return { type: 'found', observed: { item, details: details.value }, adoption };
}

export const unclear = (outcome: Outcome): Sight => ({ type: 'unclear', outcome });
