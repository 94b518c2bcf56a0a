import { ANNOTATION } from '../../model/group.ts';
import { type Intent, IntentRecord } from '../../model/intent.ts';
import type { Item } from '../../model/kind.ts';
import { membersOf } from '../../model/status-layout.ts';
import type { Clock } from '../ports/cloud.ts';
import type { KubeObject } from '../ports/cluster.ts';

/** Longest time between an intent and its create; later, the intent is recorded again. */
export const INTENT_VALID_MS = 10_000;

/** Returns the age of a moment in milliseconds, the greater of two clocks: one may stop while the
 *  machine sleeps, the other may be set. */
export const ageOf = (
  moment: { readonly elapsed: number; readonly now: number },
  clock: Clock,
): number => Math.max(clock.elapsed() - moment.elapsed, clock.now() - moment.now);

/** Formats an intent for the status. */
export const recordOf = <T extends Pick<Intent, 'at'>>({
  at,
  ...others
}: T): Omit<T, 'at'> & Pick<IntentRecord, 'recordedAt'> => ({
  ...others,
  recordedAt: new Date(at).toISOString(),
});

/** Parses a recorded intent; null where it is invalid. */
export function intentIn(record: unknown): Intent | null {
  const read = IntentRecord.safeParse(record);
  if (!read.success) return null;
  const { recordedAt, ...others } = read.data;
  const at = Date.parse(recordedAt);
  return Number.isNaN(at) ? null : { ...others, at };
}

/** Returns the annotation value by which a user gives up the possible result of this create. It
 *  names the create, so that an annotation that stays, for example one kept in Git, gives up no
 *  later one. */
export const givingUp = ({ at }: Pick<Intent, 'at'>): string =>
  `none-${recordOf({ at }).recordedAt}`;

const GIVEN_UP = /^none-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

const givenUpIn = ({ metadata }: KubeObject): string | null =>
  metadata.annotations?.[ANNOTATION.intent] ?? null;

/** Returns the intent that was recorded for this very object, not one copied with its status; null
 *  where there is none or a user gave it up. */
export function ownIntentOf(object: KubeObject): Intent | null {
  const intent = intentIn(membersOf(object.status)['intent']);
  if (intent === null || intent.uid !== object.metadata.uid) return null;
  return givenUpIn(object) === givingUp(intent) ? null : intent;
}

/** Returns an intent annotation with a value that the operator ignores; null where there is none.
 *  Only the status holds intents: users who may write objects may write annotations, and a forged
 *  intent would lead to items of others. */
export function strangeIntentOf(object: KubeObject): string | null {
  const givenUp = givenUpIn(object);
  return givenUp === null || GIVEN_UP.test(givenUp) ? null : givenUp;
}

/** Returns the effective intent: the object's own, for this account; null otherwise. */
export function intentOf(object: KubeObject, account: string): Intent | null {
  const intent = ownIntentOf(object);
  return intent?.account === account ? intent : null;
}

/** Reports whether an item may be the result of the intent, by the service's clock in whole
 *  seconds: created in [at - 2 s, at + 10 s + 2 request timeouts]. The create takes up to one
 *  timeout; the reading of the service's clock may be late by the duration of the answer that
 *  showed it, up to the other.
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

/** Reports whether a found item is the result of the object's create, and neither older nor from
 *  another source.
 *  @param mark of the object */
export const isFruit = (
  intent: Intent,
  { tags, created }: Item,
  mark: string,
  requestTimeoutMs: number,
): boolean =>
  madeBy(intent, created, requestTimeoutMs) && (!intent.marked || tags?.includes(mark) === true);

/** Parses a time stamp of the service to milliseconds since the epoch; null when it is invalid.
 *  Source: conventions#dates. */
export function serviceTime(text: string | undefined): number | null {
  if (text === undefined) return null;
  const zoned = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? null : ms;
}
