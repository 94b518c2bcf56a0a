import type { Status } from '../../model/status-layout.ts';
import { entryFor } from '../../model/table.ts';
import type { Pass } from '../pass/pass.ts';
import { shortened } from '../pass/truncation.ts';
import type { Operation } from '../term/operation.ts';

/** What the status of a target records of Operations, by their uid. */
export type Records = NonNullable<Status['operations']>;

/** So many Operations that came to their end are kept: their own status tells it too. */
const MOST_ENDED = 5;
const LONGEST_MESSAGE = 1_024;

/** What the status of a target records of an Operation; undefined: nothing. */
export const recordFor = (
  { operations }: Status,
  { uid }: Pick<Operation, 'uid'>,
): Records[string] | undefined => entryFor(operations ?? {}, uid);

/** What the status records of Operations after a pass: what was, and what came. Those that have not
 *  come to their end are kept, and the last of the others. What is as it was keeps its time. */
export function recordsAfter({ env, subject }: Pass, ...came: readonly Records[]): Records {
  const before: Records = subject.status.operations ?? {};
  const open = new Set(env.operations.on(subject.name, env.cluster).map(({ uid }) => uid));
  const all = Object.entries<Records[string]>(Object.assign({}, before, ...came));
  const ended = all
    .filter(([uid]) => !open.has(uid))
    .toSorted(([, a], [, b]) => (a.changedAt < b.changedAt ? 1 : -1))
    .slice(0, MOST_ENDED)
    .map(([uid]) => uid);
  return Object.fromEntries(
    all
      .filter(([uid]) => open.has(uid) || ended.includes(uid))
      .map(([uid, record]) => [uid, lasting(record, entryFor(before, uid))]),
  );
}

function lasting(record: Records[string], before: Records[string] | undefined): Records[string] {
  const { message } = record;
  const kept =
    message === undefined ? record : { ...record, message: shortened(message, LONGEST_MESSAGE) };
  const isAsBefore = before?.state === kept.state && before.message === kept.message;
  return isAsBefore ? { ...kept, changedAt: before.changedAt } : kept;
}
