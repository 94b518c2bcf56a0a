import { fingerprint } from '../model/fingerprint.ts';
import type { Item, Observed } from '../model/kind.ts';
import { calls } from '../model/plan.ts';
import type { Read } from '../model/request.ts';
import type { Execution } from './execute.ts';
import type { Located } from './pass.ts';
import type { Status, Subject } from './subject.ts';

type Pairs = NonNullable<Status['stored']>;
type Known = Pick<Located, 'desired'> & { readonly subject: Pick<Subject, 'kind' | 'recorded' | 'status'> };

/** Pairs (sent, stored) for values that the service keeps in another form: where the answer to our own successful write still differs, that form is
 *  what there is. Pairs of wishes that are no more are dropped. */
export function echoes(pass: Known, before: Observed<Item, unknown>, execution: Pick<Execution, 'answer' | 'answered'>): Pairs {
  const wishes = new Set(Object.entries(pass.subject.kind.wants(pass.desired)).map(([field, value]) => `${field}=${fingerprint(value)}`));
  const known = (pass.subject.status.stored ?? []).filter((pair) => wishes.has(`${pair.field}=${pair.sent}`));
  const fresh = differences(pass, before, execution);
  return [...known.filter((pair) => !fresh.some((one) => one.field === pair.field)), ...fresh];
}

function differences(pass: Known, before: Observed<Item, unknown>, execution: Pick<Execution, 'answer' | 'answered'>): Pairs {
  const { kind, recorded } = pass.subject;
  if (execution.answered.length === 0) return [];
  const sent = new Map(execution.answered.flatMap(({ step }) => step.changes.map((change) => [change.field, fingerprint(change.to)])));
  const still = calls(kind.update(pass.desired, after(pass, before, execution), recorded));
  return still
    .flatMap((step) => step.changes)
    .filter((change) => sent.get(change.field) === fingerprint(change.to))
    .map((change) => ({ field: change.field, sent: fingerprint(change.to), stored: fingerprint(change.from) }));
}

type Details = Readonly<Record<string, unknown>>;

/** What there is now, as far as the answers show it; an answer that cannot be read shows nothing. */
function after(pass: Known, before: Observed<Item, unknown>, execution: Pick<Execution, 'answer' | 'answered'>): Observed<Item, unknown> {
  const answer = pass.subject.kind.item.safeParse(execution.answer);
  const item = answer.success ? (answer.data as Item) : before.item;
  const reads = pass.subject.kind.details(pass.desired, item) as Readonly<Record<string, Read<unknown> | null>>;
  const details = execution.answered.reduce<Details>((now, { step: { answers }, answer: row }) => {
    if (answers === undefined || answers === 'item') return now;
    const read = reads[answers.rowOf]?.schema.safeParse([row]);
    return read?.success === true ? { ...now, [answers.rowOf]: replaced(now[answers.rowOf], (read.data as readonly Item[])[0]) } : now;
  }, before.details as Details);
  return { item, details };
}

const replaced = (rows: unknown, row: Item | undefined): unknown =>
  Array.isArray(rows) && row !== undefined ? (rows as readonly Item[]).map((one) => (one.id === row.id ? row : one)) : rows;
