import { explain, MEANING } from '../../model/failure.ts';
import type { Item } from '../../model/kind.ts';
import type { Read } from '../../model/request.ts';
import type { Status } from '../desire/subject.ts';
import type { Located } from '../pass.ts';
import type { Asked } from './requests.ts';

type Answer = NonNullable<Status['requests']>[string];

/** What is no longer than this, in characters, is kept in the status; the rest in a ConfigMap of its own. */
const SHORT = 8_192;
/** How soon what is not there yet is looked for again. */
export const ANSWER_RECHECK_MS = 60_000;
const WAITING = 'Waiting: ';

/** Whether an answer is still to come. */
export const isToCome = ({ result }: Answer): boolean => result.startsWith(WAITING);

/** Reads what people asked for once. What the service has not yet, and what fails by the way, leaves the token open. */
export async function answersTo(pass: Located, item: Item, { reads }: Asked): Promise<Readonly<Record<string, Answer>>> {
  const at = new Date(pass.env.clock.now()).toISOString();
  const answers: Record<string, Answer> = {};
  for (const { verb, token } of reads) {
    const read: Read<string | null> | undefined = pass.subject.kind.answers?.[verb]?.(pass.desired, item);
    if (read === undefined) continue;
    const last = pass.subject.status.requests?.[verb];
    const answer = await answerTo(pass, verb, read);
    // As long as it waits for the same thing it says the same.
    answers[verb] = last?.token === token && last.result === answer.result ? last : { token, at, ...answer };
  }
  return answers;
}

async function answerTo(pass: Located, verb: string, read: Read<string | null>): Promise<Pick<Answer, 'result' | 'text'>> {
  const answer = await pass.account.read(read, pass.cause);
  if (!answer.ok) {
    const opening = MEANING[answer.failure.code].passing ? WAITING : 'Refused: ';
    return { result: `${opening}${explain(answer.failure)}` };
  }
  if (answer.value === null) return { result: `${WAITING}the service has none yet` };
  return answer.value.length <= SHORT ? { result: 'Done', text: answer.value } : keepApart(pass, verb, answer.value);
}

async function keepApart(pass: Located, verb: string, text: string): Promise<Pick<Answer, 'result'>> {
  const { namespace, name: object } = pass.subject.name;
  const name = `${object}-${verb}`;
  const kept = await pass.env.cluster.putConfigMap({ name, namespace, contents: { [verb]: text }, owner: pass.copy.object });
  return { result: kept.ok ? `Done: in ConfigMap ${name}` : `${WAITING}${kept.failure.detail}` };
}
