import { type ImportSpec, importedId } from '../../model/import-spec.ts';
import type { Intent } from '../../model/intent.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import { marksIn } from '../../model/tags.ts';
import { madeBy } from '../pass/intent.ts';
import type { Evidence } from './evidence.ts';
import { unreadInTheWay } from './unread.ts';

/** The evidence that leads to an item: the mark of the object, an unanswered create, or
 *  spec.import. */
export type Trace = 'mark' | 'intent' | 'import';

export type Identity<I> =
  | { readonly type: 'ours'; readonly item: I; readonly by: Trace }
  | { readonly type: 'free' }
  /** A lost create may still have a result. */
  | { readonly type: 'unresolved' }
  | { readonly type: 'unreadable'; readonly detail: string }
  | { readonly type: 'conflict'; readonly detail: string; readonly id?: ItemId }
  | { readonly type: 'nothing'; readonly detail: string };

/** Identifies the item of an object: by its mark, then as the result of a lost create, then by the
 *  import, then by the natural key. Never guesses: two candidates are a conflict until
 *  spec.import.id names one, a candidate of another owner is a conflict too, and an open answer is
 *  waited for. */
export function identify<I extends Item>(evidence: Evidence<I>): Identity<I> {
  const unread = unreadInTheWay(evidence);
  if (unread !== null) return { type: 'unreadable', detail: unread };
  const marked = evidence
    .tagged(evidence.mark)
    .filter((item) => evidence.claimant(item.id) === null);
  if (marked.length > 0) return uniqueCandidate(marked, evidence, evidence.mark, 'mark');
  const fruit = evidence.intent === null ? null : createdByIntent(evidence.intent, evidence);
  if (fruit !== null) return fruit;
  if (evidence.import !== undefined && !evidence.deleting)
    return imported(evidence, evidence.import);
  return keyConflict(evidence);
}

function imported<I extends Item>(evidence: Evidence<I>, importSpec: ImportSpec): Identity<I> {
  const wanted = wantedOf(evidence, importSpec);
  if (wanted.length > 1) return severalCandidates(wanted, 'the item of spec.import');
  const item = wanted[0];
  if (item === undefined)
    return importSpec.orCreate === true
      ? keyConflict(evidence)
      : { type: 'nothing', detail: nothingThere(importSpec) };
  const claimant = evidence.claimant(item.id);
  if (claimant !== null)
    return { type: 'conflict', detail: `item ${item.id} belongs to ${claimant}`, id: item.id };
  const foreign = marksIn(item.tags ?? []).find(
    (mark) => mark !== evidence.mark && mark !== importSpec.replaceMark,
  );
  if (foreign !== undefined) {
    const detail = `item ${item.id} carries the mark of ${evidence.ownerOf(foreign)}; to adopt it, set spec.import.replaceMark to ${foreign}`;
    return { type: 'conflict', detail, id: item.id };
  }
  return { type: 'ours', item, by: 'import' };
}

/** Returns the items that an import matches. */
function wantedOf<I extends Item>(evidence: Evidence<I>, importSpec: ImportSpec): readonly I[] {
  if (importSpec.by === 'Name') return evidence.keyed(evidence.key);
  return [...evidence.listing.items.values()].filter((item) =>
    isWanted(evidence, importSpec, item),
  );
}

/** Reports whether an import matches an item. */
export const isWanted = <I extends Item>(
  evidence: Pick<Evidence<I>, 'key' | 'keyOf'>,
  importSpec: ImportSpec,
  item: I,
): boolean => {
  switch (importSpec.by) {
    case 'Id':
      return item.id === importSpec.id;
    case 'Label':
      return (
        importSpec.label !== undefined &&
        (item as { readonly label?: unknown }).label === importSpec.label
      );
    case 'Name':
      return evidence.keyOf(item) === evidence.key;
  }
};

const nothingThere = (importSpec: ImportSpec): string => {
  const what = {
    Id: `id ${importSpec.id}`,
    Label: `label ${importSpec.label}`,
    Name: 'the name that this object gives its item',
  }[importSpec.by];
  return `the account has no item with ${what}; set spec.import.orCreate to create it`;
};

/** Returns the tags that a create copies: a request to an item's own path (`/volumes/12/clone`)
 *  creates an item with the tags of that item, including its mark. */
function tagsCopied({ path }: Intent, items: ReadonlyMap<ItemId, Item>): readonly string[] {
  const [, source] = /\/(\d+)\/[^/]+$/.exec(path) ?? [];
  return items.get(Number(source))?.tags ?? [];
}

/** Returns the result, or the possible result, of a lost create; null once it is proven to have
 *  none. */
function createdByIntent<I extends Item>(
  intent: Intent,
  evidence: Evidence<I>,
): Identity<I> | null {
  const copied = tagsCopied(intent, evidence.listing.items);
  const candidates = evidence
    .keyed(intent.key)
    .filter(
      (item) =>
        !intent.marked &&
        madeBy(intent, item.created, evidence.requestTimeoutMs) &&
        evidence.claimant(item.id) === null &&
        marksIn(item.tags ?? []).every((mark) => copied.includes(mark)),
    );
  if (candidates.length > 0)
    return uniqueCandidate(candidates, evidence, `key ${intent.key}`, 'intent');
  if (evidence.waitedOut) return null;
  return { type: 'unresolved' };
}

function keyConflict<I extends Item>(evidence: Evidence<I>): Identity<I> {
  const taken = evidence.deleting ? undefined : evidence.keyed(evidence.key)[0];
  if (taken === undefined) return { type: 'free' };
  const claimant = evidence.claimant(taken.id);
  const whose = claimant === null ? 'this object did not create' : `belongs to ${claimant}`;
  const advice = claimant === null ? '; to adopt it, set spec.import' : '';
  return {
    type: 'conflict',
    detail: `the account already has ${evidence.key} (item ${taken.id}), which ${whose}${advice}`,
    id: taken.id,
  };
}

/** Returns the only candidate, or the one of several that the spec names. */
function uniqueCandidate<I extends Item>(
  candidates: readonly I[],
  evidence: Evidence<I>,
  what: string,
  by: Trace,
): Identity<I> {
  const [only, ...others] = candidates;
  const item =
    others.length === 0 ? only : candidates.find((one) => one.id === importedId(evidence.import));
  return item === undefined ? severalCandidates(candidates, what) : { type: 'ours', item, by };
}

const severalCandidates = (items: readonly Item[], what: string): Identity<never> => ({
  type: 'conflict',
  detail: `items ${items.map((item) => item.id).join(' and ')} all match ${what}; name the right one in spec.import, by Id`,
});
