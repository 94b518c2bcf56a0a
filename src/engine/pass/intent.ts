import { ANNOTATION } from '../../model/group.ts';
import { type Intent, IntentRecord } from '../../model/intent.ts';
import type { Item } from '../../model/kind.ts';
import { membersOf } from '../../model/status-layout.ts';
import type { Clock } from '../ports/cloud.ts';
import type { KubeObject } from '../ports/cluster.ts';

/** A creating request must follow its intent by no more than this, or the intent is written
 *  anew. */
export const INTENT_VALID_MS = 10_000;

/** How long ago a moment was, by the clock that says more (milliseconds): one may stand still while
 *  the machine sleeps, the other may be set. */
export const ageOf = (
  moment: { readonly elapsed: number; readonly now: number },
  clock: Clock,
): number => Math.max(clock.elapsed() - moment.elapsed, clock.now() - moment.now);

/** An intent as the status records it. */
export const recordOf = <T extends Pick<Intent, 'at'>>({
  at,
  ...others
}: T): Omit<T, 'at'> & Pick<IntentRecord, 'recordedAt'> => ({
  ...others,
  recordedAt: new Date(at).toISOString(),
});

/** The intent that a record tells of; null where it is none. */
export function intentIn(record: unknown): Intent | null {
  const read = IntentRecord.safeParse(record);
  if (!read.success) return null;
  const { recordedAt, ...others } = read.data;
  const at = Date.parse(recordedAt);
  return Number.isNaN(at) ? null : { ...others, at };
}

/** The value of the annotation by which a person gives up what this create may have made. It names
 *  the create, so that an annotation that stays, as one that is kept in Git does, gives up no later
 *  one. */
export const givingUp = ({ at }: Pick<Intent, 'at'>): string =>
  `none-${recordOf({ at }).recordedAt}`;

const GIVEN_UP = /^none-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

const saidOf = ({ metadata }: KubeObject): string | null =>
  metadata.annotations?.[ANNOTATION.intent] ?? null;

/** The intent that was recorded for this very object, and not copied with its status, unless a
 *  person gave it up; null otherwise. */
export function ownIntentOf(object: KubeObject): Intent | null {
  const intent = intentIn(membersOf(object.status)['intent']);
  if (intent === null || intent.uid !== object.metadata.uid) return null;
  return saidOf(object) === givingUp(intent) ? null : intent;
}

/** An annotation in the place of an intent that says nothing the operator obeys; null where there
 *  is none. Only the status holds intents: people who may write objects may write annotations, and
 *  a forged intent would lead to the items of others. */
export function strangeIntentOf(object: KubeObject): string | null {
  const said = saidOf(object);
  return said === null || GIVEN_UP.test(said) ? null : said;
}

/** The intent that counts: the object's own, for this account; null otherwise. */
export function intentOf(object: KubeObject, account: string): Intent | null {
  const intent = ownIntentOf(object);
  return intent?.account === account ? intent : null;
}

/** Whether an item may be the fruit of the intent, by the service's clock in whole seconds: made in
 *  [at - 2 s, at + 10 s + 2 request timeouts]. The create takes up to one of them; the service's
 *  clock is read as late as the answer that showed it took, which is up to the other.
 *  @param created the item's `created`, UTC without a zone; absent or unreadable: no */
export function madeBy(
  intent: Intent,
  created: string | undefined,
  requestTimeoutMs: number,
): boolean {
  const at = serviceTime(created);
  return (
    at !== null &&
    at >= intent.at - 2_000 &&
    at <= intent.at + INTENT_VALID_MS + 2 * requestTimeoutMs
  );
}

/** Whether an item that an object finds is the one that its create was to make, and not one that
 *  was there before or came from elsewhere since.
 *  @param mark of the object */
export const isFruit = (
  intent: Intent,
  { tags, created }: Item,
  mark: string,
  requestTimeoutMs: number,
): boolean =>
  madeBy(intent, created, requestTimeoutMs) && (!intent.marked || tags?.includes(mark) === true);

/** Milliseconds since the epoch of a time stamp of the service; null when it is none.
 *  Source: conventions#dates. */
export function serviceTime(text: string | undefined): number | null {
  if (text === undefined) return null;
  const zoned = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? null : ms;
}
