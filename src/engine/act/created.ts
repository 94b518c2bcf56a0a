import { fingerprint } from '../../model/fingerprint.ts';
import type { Desired, Item } from '../../model/kind.ts';
import { distinct } from '../../model/lists.ts';
import type { Outcome } from '../../model/outcome.ts';
import { parse } from '../../model/parse.ts';
import type { Call } from '../../model/step.ts';
import { holdOn } from '../observe/fence.ts';
import { claimantOf } from '../observe/holding.ts';
import type { Findings, Located } from '../pass/pass.ts';
import { itemClaim } from '../term/claims.ts';
import { echoesOfCreate } from './normalized-values.ts';
import { recordsAfter } from './records.ts';
import { syncAsked } from './requests.ts';

/** Parses the new item from the answer, with the details that only it shows. An unreadable answer
 *  leaves the intent open: later passes find the item by its mark or its time. */
export function created(
  pass: Located,
  desired: Desired<unknown>,
  step: Call,
  answer: { readonly item: unknown; readonly details: Readonly<Record<string, unknown>> },
): Findings {
  const { subject } = pass;
  const item = parse<Item>(subject.kind.item, answer.item);
  if (!item.ok) return { outcome: unreadable(item) };
  if (carriesMark(desired, step) && item.value.tags?.includes(desired.mark ?? '') !== true)
    return { outcome: unreadable(UNMARKED) };
  // The claim starts now, not with the next pass: another namespace may already name the id.
  pass.env.claims.prove(
    itemClaim(pass.account.caller.account, subject.name.kind, item.value.id),
    claimantOf(pass),
  );
  const observed = { item: item.value, details: answer.details };
  return {
    outcome: { type: 'acted', verbs: [step.verb] },
    id: observed.item.id,
    account: pass.account.caller.account,
    operator: holdOn(pass, observed.item),
    observed,
    health: subject.kind.health(desired, observed, subject.recorded),
    mirrored: distinct(
      subject.kind.status,
      subject.kind.report(observed, subject.recorded, desired),
    ),
    applied: appliedBy(desired, step),
    stored: echoesOfCreate(subject, desired, step, item.value),
    operations: recordsAfter(pass),
    lastHandledSync: syncAsked(pass),
  };
}

/** The answer belongs to another request: its item is not the created one. */
const UNMARKED = {
  path: '.tags',
  reason: 'the tags lack the sent mark: the answer can belong to another item',
};

/** Returns the values that a create applied: its fields, and the mark among the tags. */
function appliedBy(desired: Desired<unknown>, step: Call): Readonly<Record<string, string>> {
  const applied = step.changes.map((change) => [change.field, fingerprint(change.to)] as const);
  return Object.fromEntries(
    carriesMark(desired, step) ? [...applied, ['mark', fingerprint(desired.mark)]] : applied,
  );
}

/** Reports whether the request of a create carries the mark of the object. */
export function carriesMark({ mark }: Desired<unknown>, step: Call): boolean {
  const tags = step.write.body?.['tags'];
  return mark !== null && Array.isArray(tags) && tags.includes(mark);
}

const unreadable = ({
  path,
  reason,
}: {
  readonly path: string;
  readonly reason: string;
}): Outcome => ({
  type: 'failed',
  failure: {
    code: 'Unreadable',
    detail: `the answer to the create cannot be read${path === '' ? '' : ` at ${path.slice(1)}`}: ${reason}`,
  },
});
