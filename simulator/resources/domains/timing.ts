import { SHORT_SECONDS, STORED_SECONDS } from '../../../src/api/domains.ts';
import { isRecorded, type World } from '../../core/world.ts';

const LETTER: readonly number[] = STORED_SECONDS;
const MEASURED: readonly number[] = [...SHORT_SECONDS, ...STORED_SECONDS];
const LONGEST = LETTER.at(-1) ?? 0;

const roundedUp = (steps: readonly number[], seconds: number): number =>
  steps.find((step) => step >= seconds) ?? LONGEST;

/** Of two that are equally near, the longer one. */
const nearest = (seconds: number): number =>
  LETTER.reduce(
    (best, step) => (Math.abs(step - seconds) <= Math.abs(best - seconds) ? step : best),
    LONGEST,
  );

/** What a domain keeps of a time in seconds; 0 stays. Source: dns#times. */
export const storedSeconds = (world: World, seconds: number): number =>
  seconds === 0 ? 0 : roundedUp(isRecorded(world) ? MEASURED : LETTER, seconds);

/** What a record keeps of a time in seconds; 0 stays. Source: dns#times. */
export const storedTtl = (world: World, seconds: number): number => {
  if (seconds === 0) return 0;
  return isRecorded(world) ? roundedUp(MEASURED, seconds) : nearest(seconds);
};
