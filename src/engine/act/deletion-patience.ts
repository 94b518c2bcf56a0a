import type { Step } from '../../model/step.ts';
import type { Located } from '../pass/pass.ts';

/** The remaining steps of a deletion, and the wait that expired. */
interface Due {
  readonly steps: readonly Step[];
  readonly over: string | undefined;
}

/** Longest time until the service deletes an item after accepting the request; then the request is
 *  repeated. */
const GOES_WITHIN_MS = 10 * 60_000;

/** Returns the steps of a deletion that may run now: none while an answered DELETE takes effect,
 *  whatever status the service shows meanwhile; and none of the expired waits. */
export function dueOf({ env, memory }: Located, steps: readonly Step[]): Due {
  const now = env.clock.elapsed();
  if (memory.deletedAt > 0 && now < memory.deletedAt + GOES_WITHIN_MS)
    return { steps: [], over: undefined };
  const late = steps.flatMap((step) =>
    step.type === 'wait' && now >= memory.endingSince + (step.atMostMs ?? Infinity) ? [step] : [],
  );
  return { steps: steps.filter((step) => !late.some((one) => one === step)), over: late[0]?.for };
}
