import type { Step } from '../../model/step.ts';
import type { Located } from '../pass/pass.ts';

/** What is left of a deletion, and what it waited for in vain. */
interface Due {
  readonly steps: readonly Step[];
  readonly over: string | undefined;
}

/** The service may take this long to delete an item after it accepted to; then it is asked once
 *  more. */
const GOES_WITHIN_MS = 10 * 60_000;

/** The steps of a deletion that may be done now: none while our own DELETE, which was answered,
 *  takes effect, whatever the service calls the item meanwhile; and none of the waits that have
 *  lasted as long as they may. */
export function dueOf({ env, memory }: Located, steps: readonly Step[]): Due {
  const now = env.clock.elapsed();
  if (memory.deletedAt > 0 && now < memory.deletedAt + GOES_WITHIN_MS)
    return { steps: [], over: undefined };
  const late = steps.flatMap((step) =>
    step.type === 'wait' && now >= memory.endingSince + (step.atMostMs ?? Infinity) ? [step] : [],
  );
  return { steps: steps.filter((step) => !late.some((one) => one === step)), over: late[0]?.for };
}
