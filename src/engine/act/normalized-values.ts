import { fingerprint } from '../../model/fingerprint.ts';
import type { Desired, Item, Observed } from '../../model/kind.ts';
import { calls } from '../../model/plan.ts';
import type { Read } from '../../model/request.ts';
import type { Status } from '../../model/status-layout.ts';
import type { Call } from '../../model/step.ts';
import type { Located } from '../pass/pass.ts';
import type { Subject } from '../pass/subject.ts';
import type { Execution } from './execution.ts';

type Pairs = NonNullable<Status['stored']>;
type Known = Pick<Located, 'desired'> & {
  readonly subject: Pick<Subject, 'kind' | 'recorded' | 'status'>;
};

/** Returns pairs (sent, stored) for values that the service normalizes: where the answer to a
 *  successful write still differs, it shows the stored form. Pairs of values that are no longer
 *  desired are dropped. */
export function echoes(
  pass: Known,
  before: Observed<Item, unknown>,
  execution: Pick<Execution, 'answered'>,
): Pairs {
  const configured = new Set(
    Object.entries(pass.subject.kind.wants(pass.desired)).map(
      ([field, value]) => `${field}=${fingerprint(value)}`,
    ),
  );
  const known = (pass.subject.status.stored ?? []).filter((pair) =>
    configured.has(`${pair.field}=${pair.sent}`),
  );
  const fresh = differences(pass, before, execution);
  return [...known.filter((pair) => !fresh.some((one) => one.field === pair.field)), ...fresh];
}

function differences(
  pass: Known,
  before: Observed<Item, unknown>,
  execution: Pick<Execution, 'answered'>,
): Pairs {
  const { kind, recorded } = pass.subject;
  const seen = execution.answered.reduce<Seen>((now, one) => withAnswer(pass, now, one), {
    observed: before,
    proven: [],
  });
  if (seen.proven.length === 0) return [];
  const sent = new Map(
    seen.proven.flatMap((step) =>
      step.changes.map((change) => [change.field, fingerprint(change.to)]),
    ),
  );
  const still = calls(kind.update(pass.desired, seen.observed, recorded));
  return still
    .flatMap((step) => step.changes)
    .filter(({ field, from, to }) => sent.get(field) === fingerprint(to) && hasAsMany(from, to))
    .map((change) => ({
      field: change.field,
      sent: fingerprint(change.to),
      stored: fingerprint(change.from),
    }));
}

/** The item as the answers show it, and the calls with readable answers: others are no evidence. */
interface Seen {
  readonly observed: Observed<Item, unknown>;
  readonly proven: readonly Call[];
}

function withAnswer(
  { subject: { kind }, desired }: Known,
  { observed, proven }: Seen,
  { step, answer }: Execution['answered'][number],
): Seen {
  if (step.answers === undefined || step.answers === 'item' || 'member' in step.answers) {
    const isWhole = step.answers === undefined || step.answers === 'item';
    const item = kind.item.safeParse(
      isWhole ? answer : { ...observed.item, [step.answers.member]: answer },
    );
    return item.success
      ? {
          observed: { item: item.data as Item, details: observed.details },
          proven: [...proven, step],
        }
      : { observed, proven };
  }
  const { rowOf } = step.answers;
  const reads = kind.details(desired, observed.item) as Readonly<
    Record<string, Read<unknown> | null>
  >;
  const details = observed.details as Readonly<Record<string, unknown>>;
  const rows = details[rowOf];
  const row = reads[rowOf]?.schema.safeParse([answer]);
  const found = row?.success === true ? (row.data as readonly Item[])[0] : undefined;
  if (!Array.isArray(rows) || found === undefined) return { observed, proven };
  const known = rows as readonly Item[];
  const changed = known.some(({ id }) => id === found.id)
    ? known.map((one) => (one.id === found.id ? found : one))
    : [...known, found];
  return {
    observed: { item: observed.item, details: { ...details, [rowOf]: changed } },
    proven: [...proven, step],
  };
}

/** Reports whether both lists have the same length: a normalized list keeps its number of members;
 *  any other difference is no normalization. */
const hasAsMany = (from: unknown, to: unknown): boolean =>
  Array.isArray(from) && Array.isArray(to)
    ? from.length === to.length
    : Array.isArray(from) === Array.isArray(to);

/** Returns pairs (sent, stored) for values of a create that its answer shows in another form. A
 *  value missing from the answer is no form: it may appear later. */
export function echoesOfCreate(
  { kind, recorded }: Pick<Subject, 'kind' | 'recorded'>,
  desired: Desired<unknown>,
  step: Call,
  item: Item,
): Pairs {
  const sent = new Map(step.changes.map(({ field, to }) => [field, fingerprint(to)]));
  return calls(kind.update(desired, { item, details: {} }, recorded))
    .flatMap(({ changes }) => changes)
    .filter(({ field, from, to }) => sent.get(field) === fingerprint(to) && isForm(from, to))
    .map(({ field, from, to }) => ({ field, sent: fingerprint(to), stored: fingerprint(from) }));
}

const isForm = (from: unknown, to: unknown): boolean =>
  hasAsMany(from, to) &&
  typeof from === typeof to &&
  typeof from !== 'boolean' &&
  Boolean(Array.isArray(from) ? from.length : from);
