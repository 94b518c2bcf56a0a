import type { Status } from '../../model/status-layout.ts';
import { entryFor } from '../../model/table.ts';
import type { Pass } from '../pass/pass.ts';
import { shortened } from '../pass/truncation.ts';
import type { Operation } from '../term/operation.ts';

/** Records of Operations in the status of their target, by uid. */
export type Records = NonNullable<Status['operations']>;

/** Number of kept records of finished Operations. Their own status contains the result too. */
const MOST_ENDED = 5;
const LONGEST_MESSAGE = 1_024;

/** Returns the record of an Operation in the status of its target; undefined if there is none. */
export const recordFor = (
  { operations }: Status,
  { uid }: Pick<Operation, 'uid'>,
): Records[string] | undefined => entryFor(operations ?? {}, uid);

/** Returns the records of Operations after a pass: the previous ones and the new ones. Keeps all
 *  records of unfinished Operations, and the latest records of finished ones. An unchanged record
 *  keeps its time. */
export function recordsAfter({ env, subject }: Pass, ...came: readonly Records[]): Records {
  const before: Records = subject.status.operations ?? {};
  const open = new Set(env.operations.on(subject.name).map(({ uid }) => uid));
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
