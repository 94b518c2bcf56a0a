import pRetry from 'p-retry';
import type { Result } from '../../model/failure.ts';

/** How a short read is asked again. */
export interface RetrySettings {
  /** Tries after the first. */
  readonly retries: number;
  readonly firstWaitMs: number;
  /** No try begins later than this after the first. */
  readonly withinMs: number;
}

/** One try: what came of it, and whether asking again within seconds may help. */
export interface Try<T> {
  readonly result: Result<T>;
  readonly again: boolean;
}

/** What p-retry is given to go on: it repeats what throws. */
class AskAgain<T> extends Error {
  readonly result: Result<T>;
  constructor(result: Result<T>) {
    super('ask again');
    this.result = result;
  }
}

/** Repeats an idempotent read while its tries say that this may help; comes back with the last
 *  result. */
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
