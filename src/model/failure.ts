/** The failure of a call to the service. Failures are expected, and returned as values: none is
 *  thrown. */
export type Failure =
  /** `isUnsent`: no byte of the request left this process. Absent where that is uncertain. */
  | { readonly code: 'Unreachable'; readonly detail: string; readonly isUnsent?: true }
  /** `isTooLarge`: the answer exceeds the size limit. */
  | { readonly code: 'Unreadable'; readonly detail: string; readonly isTooLarge?: true }
  /** `isUnsent`: the request waited for its budget in vain; absent where the service throttled
   *  it. */
  | {
      readonly code: 'Throttled';
      readonly detail: string;
      readonly retryAfterMs?: number;
      readonly isUnsent?: true;
    }
  | { readonly code: 'Unauthenticated'; readonly detail: string }
  | { readonly code: 'Denied'; readonly detail: string }
  | { readonly code: 'NotFound'; readonly detail: string }
  | { readonly code: 'NotYet'; readonly detail: string; readonly retryAfterMs?: number }
  | { readonly code: 'Busy'; readonly detail: string }
  | { readonly code: 'Guarded'; readonly detail: string; readonly field?: string }
  | { readonly code: 'Rejected'; readonly problems: readonly Problem[] }
  | { readonly code: 'Fenced'; readonly detail: string }
  | { readonly code: 'Overtaken'; readonly detail: string };

/** One entry of the service's errors body. */
export interface Problem {
  readonly field?: string;
  readonly reason: string;
}

export type FailureCode = Failure['code'];

interface Meaning {
  /** True when the request certainly had no effect: a write with this failure may be repeated. */
  readonly harmless: boolean;
  /** True when the failure may end without a user's action. */
  readonly passing: boolean;
}

/** The meaning of each failure. `Guarded` is a refusal that depends on other items or on the
 *  account: it ends when they change. `Fenced`: this process does not lead. `Overtaken`: the object
 *  was written since it was read. */
export const MEANING: Readonly<Record<FailureCode, Meaning>> = {
  Unreachable: { harmless: false, passing: true },
  Unreadable: { harmless: false, passing: true },
  Throttled: { harmless: true, passing: true },
  Unauthenticated: { harmless: true, passing: false },
  Denied: { harmless: true, passing: false },
  NotFound: { harmless: true, passing: true },
  NotYet: { harmless: true, passing: true },
  Busy: { harmless: true, passing: true },
  Guarded: { harmless: true, passing: true },
  Rejected: { harmless: true, passing: false },
  Fenced: { harmless: true, passing: true },
  Overtaken: { harmless: true, passing: true },
};

/** Reports whether the request certainly had no effect, so that a write with this failure may be
 *  sent again. A write without an answer is uncertain; one that never left this process is not. */
export const isHarmless = (failure: Failure): boolean =>
  MEANING[failure.code].harmless || (failure.code === 'Unreachable' && failure.isUnsent === true);

/** Formats a failure for users: the service's message, with the field to change where it names
 *  one. */
export function explain(failure: Failure): string {
  if (failure.code !== 'Rejected') return failure.detail;
  return failure.problems
    .map((p) => (p.field === undefined ? p.reason : `${p.field}: ${p.reason}`))
    .join('; ');
}

/** A value, or the reason that there is none. */
export type Result<T, F = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: F };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const fail = <F>(failure: F): { readonly ok: false; readonly failure: F } => ({
  ok: false,
  failure,
});
