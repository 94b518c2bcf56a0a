import { explain, MEANING } from '../../model/failure.ts';
import type { Item } from '../../model/kind.ts';
import type { Read } from '../../model/request.ts';
import { entryFor } from '../../model/table.ts';
import type { Located } from '../pass/pass.ts';
import type { Operation } from '../term/operation.ts';
import { type Records, recordFor } from './records.ts';
import { type Asked, recordOf } from './requests.ts';

type Answer = Records[string];

/** Limit of characters of a text in the status. A longer text is stored in a ConfigMap of its
 *  own. */
const SHORT = 8_192;
/** Interval between reads of a text that the service does not provide yet. */
export const ANSWER_RECHECK_MS = 60_000;
/** Longest wait for a text. After it, the Operation fails. */
const GIVEN_UP_MS = 24 * 60 * 60_000;
/** Key of the text in a ConfigMap. */
const ANSWER_KEY = 'answer';
/** A ConfigMap holds 1 MiB, including its key and its metadata. */
const MOST_KEPT = 1_048_576 - 1_024;

/** Reports whether the text is still missing. */
export const isToCome = ({ state }: Answer): boolean => state === 'Waiting';

/** Reads the text that an Operation requests. A text that does not exist yet, or a temporary
 *  failure, leaves the Operation open for a day. A text that cannot be stored is refused. */
export async function answerTo(
  pass: Located,
  item: Item,
  { operation, reads }: Asked,
): Promise<Records> {
  if (operation === null || !reads) return {};
  const { verb } = operation.spec;
  const read: Read<string | null> | undefined = entryFor(
    pass.subject.kind.answers ?? {},
    verb,
  )?.read(pass.desired, item);
  if (read === undefined) return {};
  const records = recordOf(pass, operation, await answered(pass, operation, read));
  const before = recordFor(pass.subject.status, operation);
  const now = pass.env.clock.now();
  return Object.fromEntries(
    Object.entries(records).map(([uid, answer]) => [uid, lasting(answer, before, now)]),
  );
}

/** Keeps the start of a wait across passes, and refuses the Operation when the wait is too long. */
function lasting(answer: Answer, before: Answer | undefined, now: number): Answer {
  if (before === undefined || !isToCome(answer) || !isToCome(before)) return answer;
  const waits = { ...answer, changedAt: before.changedAt };
  if (now < Date.parse(before.changedAt) + GIVEN_UP_MS) return waits;
  return {
    ...waits,
    state: 'Refused',
    message: `no answer for a day (${answer.message})`,
  };
}

type Came = Pick<Answer, 'state' | 'message' | 'text' | 'configMap'>;

async function answered(
  pass: Located,
  operation: Operation,
  read: Read<string | null>,
): Promise<Came> {
  const answer = await pass.account.read(read, pass.cause);
  if (!answer.ok) {
    const state = MEANING[answer.failure.code].passing ? 'Waiting' : 'Refused';
    return { state, message: explain(answer.failure) };
  }
  if (answer.value === null) return { state: 'Waiting', message: 'the service has no answer yet' };
  return answer.value.length <= SHORT
    ? { state: 'Done', text: answer.value }
    : keepApart(pass, operation, answer.value);
}

/** Stores a long text in a ConfigMap with the name of the Operation, which owns it. */
async function keepApart(pass: Located, { object, name }: Operation, text: string): Promise<Came> {
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_KEPT)
    return {
      state: 'Refused',
      message: `the answer has ${bytes} bytes, more than a ConfigMap holds; read it from the service`,
    };
  const { namespace } = pass.subject.name;
  const contents = { [ANSWER_KEY]: text };
  const kept = await pass.env.cluster.putConfigMap({ name, namespace, contents, owner: object });
  if (kept.ok) return { state: 'Done', configMap: name };
  const { code, detail } = kept.failure;
  // Every retry reads the text again: only temporary failures are retried.
  return {
    state: code === 'Unreachable' || code === 'Fenced' ? 'Waiting' : 'Refused',
    message: detail,
  };
}
