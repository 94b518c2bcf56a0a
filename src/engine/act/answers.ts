import { explain, MEANING } from '../../model/failure.ts';
import type { Item } from '../../model/kind.ts';
import type { Read } from '../../model/request.ts';
import type { Status } from '../../model/status-layout.ts';
import { entryFor } from '../../model/table.ts';
import type { Located } from '../pass/pass.ts';
import type { Asked } from './requests.ts';

type Answer = NonNullable<Status['requests']>[string];

/** Longest answer, in characters, that the status holds; a longer one gets a ConfigMap of its
 *  own. */
const SHORT = 8_192;
/** Interval between reads of an answer that is not available yet. */
export const ANSWER_RECHECK_MS = 60_000;
/** The longest wait for an answer. After it the request ends, and only a new token starts another
 *  one. */
const GIVEN_UP_MS = 24 * 60 * 60_000;
/** Limit of a ConfigMap, 1 MiB, less room for its key and metadata. */
const MOST_KEPT = 1_048_576 - 1_024;

/** Reports whether an answer is still pending. */
export const isToCome = ({ state }: Answer): boolean => state === 'Waiting';

/** Reads the answers that users requested. An answer that is not available yet, or a transient
 *  failure, leaves the token open for a day; an answer that cannot be kept is refused. */
export async function answersTo(
  pass: Located,
  item: Item,
  { reads }: Asked,
): Promise<Readonly<Record<string, Answer>>> {
  const changedAt = new Date(pass.env.clock.now()).toISOString();
  const answers: Record<string, Answer> = {};
  for (const { verb, token } of reads) {
    const read: Read<string | null> | undefined = entryFor(pass.subject.kind.answers ?? {}, verb)?.(
      pass.desired,
      item,
    );
    if (read === undefined) continue;
    const last = entryFor(pass.subject.status.requests ?? {}, verb);
    const answer = await answerTo(pass, verb, read);
    const before = last?.token === token ? last : undefined;
    answers[verb] = lasting({ token, changedAt, ...answer }, before, pass.env.clock.now());
  }
  return answers;
}

/** Merges an answer with the previous one: a pending answer keeps its start, and expires. */
function lasting(answer: Answer, before: Answer | undefined, now: number): Answer {
  if (before === undefined || !isToCome(answer) || !isToCome(before)) return answer;
  const waits = { ...answer, changedAt: before.changedAt };
  if (now < Date.parse(before.changedAt) + GIVEN_UP_MS) return waits;
  return {
    ...waits,
    state: 'Refused',
    message: `there was no answer for a day (${answer.message}); set another token to ask again`,
  };
}

async function answerTo(
  pass: Located,
  verb: string,
  read: Read<string | null>,
): Promise<Pick<Answer, 'state' | 'message' | 'text'>> {
  const answer = await pass.account.read(read, pass.cause);
  if (!answer.ok) {
    const state = MEANING[answer.failure.code].passing ? 'Waiting' : 'Refused';
    return { state, message: explain(answer.failure) };
  }
  if (answer.value === null) return { state: 'Waiting', message: 'the service has none yet' };
  return answer.value.length <= SHORT
    ? { state: 'Done', text: answer.value }
    : keepApart(pass, verb, answer.value);
}

async function keepApart(
  pass: Located,
  verb: string,
  text: string,
): Promise<Pick<Answer, 'state' | 'message'>> {
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_KEPT)
    return {
      state: 'Refused',
      message: `the answer has ${bytes} bytes, more than a ConfigMap holds; read it from the service`,
    };
  const { namespace, name: object } = pass.subject.name;
  const name = `${object}-${verb}`;
  const kept = await pass.env.cluster.putConfigMap({
    name,
    namespace,
    contents: { [verb]: text },
    owner: pass.copy.object,
  });
  if (kept.ok) return { state: 'Done', message: `in ConfigMap ${name}` };
  const { code, detail } = kept.failure;
  // Every attempt reads the answer again: only transient failures are retried.
  return code === 'Unreachable' || code === 'Fenced'
    ? { state: 'Waiting', message: detail }
    : { state: 'Refused', message: `${detail}; set another token to ask again` };
}
