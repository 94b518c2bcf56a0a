import { same } from './fingerprint.ts';
import type { Write } from './request.ts';
import { visible } from './visible.ts';

/** One field that a step changes from the stored to the desired value. */
export interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  /** The desired list, for a change of one member. `from` and `to` then name that member alone, so
   *  that steps stay small. */
  readonly whole?: unknown;
}

/** Returns the value of the field after the change and the others of its list. */
export const wantedOf = ({ to, whole }: Change): unknown => whole ?? to;

/** The cost of a step: nothing; an interruption; data; reversibility. */
export type Effect = 'none' | 'disrupts' | 'destroys' | 'irreversible';

/** The dependencies of a step. A held step, be it by a consent, a refusal, a wait or a failure,
 *  holds only its dependents. */
interface Link {
  /** Names of earlier steps that this one depends on: `nameOf` in chain.ts. */
  readonly after?: readonly string[];
}

/** A request to send, with its consequences for users and the engine. */
export interface Call extends Link {
  readonly type: 'call';
  readonly verb: string;
  readonly write: Write;
  readonly changes: readonly Change[];
  readonly effect: Effect;
  /** The loss in one sentence. Present where the effect destroys data or is irreversible. */
  readonly loses?: string;
  /** Not repeatable: this key is recorded under lock before the request is sent, and the request is
   *  never sent twice. */
  readonly once?: string;
  /** Members of the kind's own status that are recorded under lock before the request is sent,
   *  because they cannot be determined afterwards. */
  readonly records?: Fields;
  /** The Operation of this step, by verb, name and uid: recorded before it is sent, performed at
   *  most once per uid. */
  readonly request?: {
    readonly verb: string;
    readonly name: string;
    readonly uid: string;
    /** The plan that the Operation approves. */
    readonly approvedPlan?: string;
  };
  /** Other items that may cause a refusal of this call although it names a field, for messages:
   *  such a refusal is retried at first. Absent: a refusal concerns the spec alone. */
  readonly leansOn?: string;
  /** The answer is the item itself, a member of it, or a row of this detail, so that stored values
   *  can be compared with the sent ones. */
  readonly answers?: 'item' | { readonly member: string } | { readonly rowOf: string };
}

/** A pause of its dependents. With dependencies of its own it waits for what they started, and is
 *  skipped where none of them was sent. */
interface Wait extends Link {
  readonly type: 'wait';
  readonly for: string;
  readonly recheckMs: number;
  /** Longest wait in a deletion: afterwards the dependents run nevertheless. Absent: unlimited. */
  readonly atMostMs?: number;
  /** True if it waits for a reference. */
  readonly reference?: true;
}

interface Refusal extends Link {
  readonly type: 'refuse';
  readonly field: string;
  readonly reason: string;
  /** The difference that cannot be corrected. If it came from outside, it is reported and refuses
   *  nothing. */
  readonly change?: Change;
}

export type Step = Call | Wait | Refusal;

/** Values by field name, in canonical form. */
export type Fields = Readonly<Record<string, unknown>>;

const DEFAULT_RECHECK_MS = 5_000;

/** Builds a call without an effect unless `extra` sets one. */
export const call = (
  verb: string,
  write: Write,
  changes: readonly Change[] = [],
  extra: Partial<Pick<Call, 'effect' | 'loses' | 'once' | 'records' | 'leansOn' | 'answers'>> = {},
): Call => ({ type: 'call', verb, write, changes, effect: 'none', ...extra });

/** Builds a pause: the message ends «waiting for …», in words that stay the same from pass to
 *  pass. */
export const wait = (reason: string, recheckMs = DEFAULT_RECHECK_MS): Wait => ({
  type: 'wait',
  for: reason,
  recheckMs,
});

/** Builds a pause of a deletion that ends after some milliseconds in any case. */
export const waitAtMost = (
  reason: string,
  atMostMs: number,
  recheckMs = DEFAULT_RECHECK_MS,
): Wait => ({
  ...wait(reason, recheckMs),
  atMostMs,
});

/** Builds a pause until a reference has a value, in the same words. */
export const waitForReference = (reason: string): Step => ({
  type: 'wait',
  for: reason,
  recheckMs: 60_000,
  reference: true,
});

/** Builds a refusal of an invalid or immutable value, which no waiting resolves. `field` is a path
 *  of the manifest. */
export const refuse = (field: string, reason: string, change?: Change): Step => ({
  type: 'refuse',
  field,
  reason,
  ...(change === undefined ? {} : { change }),
});

/** Refuses the change of one field of the spec, if it is among the changes. */
export const refuseChange = (
  changed: readonly Change[],
  field: string,
  reason: (change: Change) => string,
): readonly Step[] =>
  among(changed, field).map((change) => refuse(`spec.${field}`, reason(change), change));

/** Returns the fields of `wants` that differ from `has`, in the order of `wants`. Ignores fields
 *  that are not desired. */
export const changes = (wants: Fields, has: Fields): readonly Change[] =>
  Object.entries(wants)
    .filter(([field, to]) => to !== undefined && !same(to, has[field]))
    .map(([field, to]) => ({ field, from: has[field] ?? null, to }));

/** Drops the fields that are undefined. */
export const named = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Selects the changes of these fields. */
export const among = (
  changed: readonly Change[],
  ...fields: readonly string[]
): readonly Change[] => changed.filter(({ field }) => fields.includes(field));

/** Longest value in a line, in characters. */
const LONGEST_SHOWN = 1_000;

/** Formats a value for a line; truncates a long one. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return visible(
    text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text,
  );
}

const changed = ({ field, from, to }: Change): string =>
  `${field}: ${from === null ? '' : `${shown(from)} -> `}${shown(to)}`;

/** Formats a step as one line: `Resize (POST /volumes/12/resize) size: 20 -> 40`. Truncates long
 *  values. */
export function describe(step: Step): string {
  if (step.type === 'wait') return `wait for ${visible(step.for)}`;
  if (step.type === 'refuse') return `refuse ${step.field}: ${visible(step.reason)}`;
  const what = step.changes.map(changed).join(', ');
  return `${step.verb} (${step.write.method} ${step.write.path})${what === '' ? '' : ` ${what}`}`;
}
