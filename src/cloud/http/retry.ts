import pRetry from 'p-retry';
import type { Result } from '../../model/failure.ts';

/** Retry settings of a short read. */
export interface RetrySettings {
  /** Attempts after the first. */
  readonly retries: number;
  readonly firstWaitMs: number;
  /** Latest start of an attempt after the first one. */
  readonly withinMs: number;
}

/** One attempt: its result, and whether a retry within seconds may help. */
export interface Try<T> {
  readonly result: Result<T>;
  readonly again: boolean;
}

/** Makes p-retry continue: it repeats on exceptions. */
class AskAgain<T> extends Error {
  readonly result: Result<T>;
  constructor(result: Result<T>) {
    super('ask again');
    this.result = result;
  }
}

/** Repeats an idempotent read while its attempts allow it; returns the last result. */
export async function retried<T>(
  attempt: () => Promise<Try<T>>,
  settings: RetrySettings,
): Promise<Result<T>> {
  const once = async (): Promise<Result<T>> => {
    const { result, again } = await attempt();
    if (again) throw new AskAgain(result);
    return result;
  };
  const { retries, firstWaitMs, withinMs } = settings;
  try {
    return await pRetry(once, {
      retries,
      minTimeout: firstWaitMs,
      randomize: true,
      maxRetryTime: withinMs,
    });
  } catch (error) {
    if (error instanceof AskAgain) return error.result;
    throw error;
  }
}
