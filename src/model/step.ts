import { same } from './fingerprint.ts';
import type { Write } from './request.ts';
import { visible } from './visible.ts';

/** One field that a step brings from what is stored to what is wanted. */
export interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  /** Where this is one member of a list: the list that is wanted. `from` and `to` then name that
   *  member alone, so that many steps stay small. */
  readonly whole?: unknown;
}

/** The value that the field has once the change, and the others of its list, are made. */
export const wantedOf = ({ to, whole }: Change): unknown => whole ?? to;

/** What a step costs: nothing; an interruption; data; the way back. */
export type Effect = 'none' | 'disrupts' | 'destroys' | 'irreversible';

/** A step stands alone unless it says otherwise: what holds another one up, be it a consent, a
 *  refusal, a wait or a failure, holds up only what depends on it. */
interface Link {
  /** Names of the steps in front of this one that it depends on: `nameOf` in chain.ts. */
  readonly after?: readonly string[];
}

/** A request to send, with all that a person or the engine has to know of it. */
export interface Call extends Link {
  readonly type: 'call';
  readonly verb: string;
  readonly write: Write;
  readonly changes: readonly Change[];
  readonly effect: Effect;
  /** One sentence: what is lost. Present where the effect destroys or cannot be undone. */
  readonly loses?: string;
  /** Not repeatable: this key is recorded under lock before the request is sent, and never sent a
   *  second time. */
  readonly once?: string;
  /** Members of the kind's own status that are recorded under lock before the request is sent: what
   *  nobody could tell afterwards. */
  readonly records?: Fields;
  /** The one-shot action that this step carries out, and the token that asked for it: recorded
   *  before it is sent, done at most once a token. */
  readonly request?: { readonly verb: string; readonly token: string };
  /** The other items on whose state a refusal of this call can depend although it names a field,
   *  for people: it is waited for at first. Absent: such a refusal is of the spec alone. */
  readonly leansOn?: string;
  /** The answer is the item itself, a member of it, or a row of this detail, so that what the
   *  service made of the values can be compared with what was sent. */
  readonly answers?: 'item' | { readonly member: string } | { readonly rowOf: string };
}

/** A pause of what depends on it. One that depends on steps itself waits for what they began, and
 *  for nothing where none of them was sent. */
interface Wait extends Link {
  readonly type: 'wait';
  readonly for: string;
  readonly recheckMs: number;
  /** In a deletion: so long after it began, the wait is over and what depends on it is done all the
   *  same. Absent: it has no such end. */
  readonly atMostMs?: number;
  /** What is waited for is a reference. */
  readonly reference?: true;
}

interface Refusal extends Link {
  readonly type: 'refuse';
  readonly field: string;
  readonly reason: string;
  /** The difference that cannot be mended. One that came from outside is then reported and refuses
   *  nothing. */
  readonly change?: Change;
}

export type Step = Call | Wait | Refusal;

/** Values by field name, in the form in which they are compared. */
export type Fields = Readonly<Record<string, unknown>>;

const DEFAULT_RECHECK_MS = 5_000;

/** A call with no effect unless `extra` says otherwise. */
export const call = (
  verb: string,
  write: Write,
  changes: readonly Change[] = [],
  extra: Partial<Pick<Call, 'effect' | 'loses' | 'once' | 'records' | 'leansOn' | 'answers'>> = {},
): Call => ({ type: 'call', verb, write, changes, effect: 'none', ...extra });

/** A pause: the sentence ends «waiting for …», in words that stay the same from pass to pass. */
export const wait = (reason: string, recheckMs = DEFAULT_RECHECK_MS): Wait => ({
  type: 'wait',
  for: reason,
  recheckMs,
});

/** A pause of a deletion that ends after some milliseconds, whatever it waits for. */
export const waitAtMost = (
  reason: string,
  atMostMs: number,
  recheckMs = DEFAULT_RECHECK_MS,
): Wait => ({
  ...wait(reason, recheckMs),
  atMostMs,
});

/** A pause until a reference has a value, in the same words. */
export const waitForReference = (reason: string): Step => ({
  type: 'wait',
  for: reason,
  recheckMs: 60_000,
  reference: true,
});

/** What no waiting helps: the invalid and the immutable. `field` is a path of the manifest. */
export const refuse = (field: string, reason: string, change?: Change): Step => ({
  type: 'refuse',
  field,
  reason,
  ...(change === undefined ? {} : { change }),
});

/** The refusal of a change of one field of the spec, if it is among the changes. */
export const refuseChange = (
  changed: readonly Change[],
  field: string,
  reason: (change: Change) => string,
): readonly Step[] =>
  among(changed, field).map((change) => refuse(`spec.${field}`, reason(change), change));

/** The fields of `wants` whose value differs from the one in `has`, in the order of `wants`. Fields
 *  that are not wanted do not count. */
export const changes = (wants: Fields, has: Fields): readonly Change[] =>
  Object.entries(wants)
    .filter(([field, to]) => to !== undefined && !same(to, has[field]))
    .map(([field, to]) => ({ field, from: has[field] ?? null, to }));

/** The same fields without those that have no value. */
export const named = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Those of the changes that are about one of these fields. */
export const among = (
  changed: readonly Change[],
  ...fields: readonly string[]
): readonly Change[] => changed.filter(({ field }) => fields.includes(field));

/** More of a value helps nobody in a line. */
const LONGEST_SHOWN = 1_000;

/** A value as people read it, in a line; a long one is cut. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return visible(
    text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text,
  );
}

const changed = ({ field, from, to }: Change): string =>
  `${field}: ${from === null ? '' : `${shown(from)} -> `}${shown(to)}`;

/** One line for a person: `Resize (POST /volumes/12/resize) size: 20 -> 40`. Long values are
 *  cut. */
export function describe(step: Step): string {
  if (step.type === 'wait') return `wait for ${visible(step.for)}`;
  if (step.type === 'refuse') return `refuse ${step.field}: ${visible(step.reason)}`;
  const what = step.changes.map(changed).join(', ');
  return `${step.verb} (${step.write.method} ${step.write.path})${what === '' ? '' : ` ${what}`}`;
}
