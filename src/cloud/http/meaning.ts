import { fail, ok, type Result } from '../../model/failure.ts';
import type { RateFeedback } from '../budget/budget.ts';
import { type Answer, ratesOf, retryAfterMs } from './answer.ts';
import { judge } from './failures.ts';
import type { Try } from './retry.ts';

/** The JSON of an answer, with its headers. */
export interface Reply {
  readonly value: unknown;
  readonly headers: Answer['headers'];
  /** Characters of the answer; absent where they were not counted. */
  readonly size?: number;
}

/** The effect of a response on the caller, the budget and the metrics. */
export interface Meaning extends Try<Reply> {
  /** The status of the answer, or a word for its absence. */
  readonly code: string;
  readonly feedback: RateFeedback | null;
}

/** The meaning of a request that was not sent. */
export const UNSENT: Meaning = {
  result: fail({ code: 'Unreachable', detail: 'nothing was sent' }),
  again: false,
  code: '',
  feedback: null,
};

/** Returns the meaning of the response to a request. @param wrote true for a write */
export function meaningOf(sent: Result<Answer>, wrote: boolean): Meaning {
  if (!sent.ok)
    return {
      result: sent,
      again: sent.failure.code === 'Unreachable',
      code: sent.failure.code,
      feedback: null,
    };
  const { status, headers, text, size = text.length } = sent.value;
  const { result, slows, again } = judge(sent.value, wrote);
  return {
    result: result.ok ? ok({ value: result.value, headers, size }) : result,
    again,
    code: String(status),
    feedback: { ...ratesOf(headers), slows, retryAfterMs: retryAfterMs(headers) },
  };
}
