import { inOrder } from '../../model/chain.ts';
import type { AnyKind, Desired, Item, Observed } from '../../model/kind.ts';
import { calls } from '../../model/plan.ts';
import type { Step } from '../../model/step.ts';
import type { Located } from '../pass/pass.ts';
import { withoutUnlisted } from './unlisted.ts';

/** The input of an update. */
interface Update {
  readonly desired: Desired<unknown>;
  readonly observed: Observed<Item, unknown>;
  readonly recorded: Readonly<Record<string, unknown>>;
}

/** Returns the steps of an update, after waits for other items of the collection to make room.
 *  @param siblings the collection as observed */
export function updateAmong(
  kind: AnyKind,
  { desired, observed, recorded }: Update,
  siblings: readonly Item[],
): readonly Step[] {
  const steps: readonly Step[] = kind.update(desired, observed, recorded);
  const others = siblings.filter(({ id }) => id !== observed.item.id);
  return calls(steps).length === 0
    ? steps
    : inOrder(kind.inTheWay?.(desired, observed.item, others) ?? [], steps);
}

/** Returns the steps that bring an item to the desired state. Reads the other items of its
 *  collection only where something changes; where they cannot be read, the service decides. */
export async function updateOf(
  pass: Located,
  observed: Update['observed'],
): Promise<readonly Step[]> {
  return withoutUnlisted(pass, await stepsOf(pass, observed));
}

async function stepsOf(
  { subject, desired, account, items, cause }: Located,
  observed: Update['observed'],
): Promise<readonly Step[]> {
  const { kind, recorded } = subject;
  const alone: readonly Step[] = kind.update(desired, observed, recorded);
  if (kind.inTheWay === undefined || calls(alone).length === 0) return alone;
  const listing = await account.list(items, 0, cause);
  return listing.ok
    ? updateAmong(kind, { desired, observed, recorded }, [...listing.value.items.values()])
    : alone;
}
