import { explain, MEANING } from '../../model/failure.ts';
import type { Item } from '../../model/kind.ts';
import type { Read } from '../../model/request.ts';
import type { Status } from '../../model/status-layout.ts';
import { entryFor } from '../../model/table.ts';
import type { Located } from '../pass/pass.ts';
import type { Asked } from './requests.ts';

type Answer = NonNullable<Status['requests']>[string];

/** What is no longer than this, in characters, is kept in the status; the rest in a ConfigMap of
 *  its own. */
const SHORT = 8_192;
/** How soon what is not there yet is looked for again. */
export const ANSWER_RECHECK_MS = 60_000;
/** The longest wait for an answer. After it the request ends, and a new token asks again. */
const GIVEN_UP_MS = 24 * 60 * 60_000;
/** A ConfigMap holds 1 MiB; its key and the rest of it need a little. */
const MOST_KEPT = 1_048_576 - 1_024;

/** Whether an answer is still to come. */
export const isToCome = ({ state }: Answer): boolean => state === 'Waiting';

/** Reads what people asked for once. What the service has not yet, and what fails by the way,
 *  leaves the token open for a day; what cannot be kept is refused. */
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

/** An answer in the light of the one before: what waits says since when, and ends some time. */
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
  // Every try reads the answer again: only what passes by itself is tried.
  return code === 'Unreachable' || code === 'Fenced'
    ? { state: 'Waiting', message: detail }
    : { state: 'Refused', message: `${detail}; set another token to ask again` };
}
