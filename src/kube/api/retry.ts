import pRetry, { type Options } from 'p-retry';
import type { Result } from '../../model/failure.ts';
import type { ApiFailure } from './failures.ts';

const SHORT: Options = {
  retries: 2,
  minTimeout: 200,
  factor: 3,
  randomize: true,
  maxRetryTime: 5_000,
};

/** Carries a failed value through p-retry, which retries on exceptions. */
class Unanswered<T> extends Error {
  readonly result: Result<T, ApiFailure>;
  constructor(result: Result<T, ApiFailure>) {
    super('unanswered');
    this.result = result;
  }
}

/** Reads up to three times within five seconds while the API server is unreachable. Only for short
 *  reads. */
export async function retried<T>(
  read: () => Promise<Result<T, ApiFailure>>,
): Promise<Result<T, ApiFailure>> {
  const attempt = async (): Promise<Result<T, ApiFailure>> => {
    const result = await read();
    if (!result.ok && result.failure.code === 'Unreachable') throw new Unanswered(result);
    return result;
  };
  try {
    return await pRetry(attempt, SHORT);
  } catch (error) {
    if (error instanceof Unanswered) return error.result;
    throw error;
  }
}
