import { SHORT_SECONDS, STORED_SECONDS } from '../../../src/api/domains.ts';
import { isRecorded, type World } from '../../core/world.ts';

const LETTER: readonly number[] = STORED_SECONDS;
const MEASURED: readonly number[] = [...SHORT_SECONDS, ...STORED_SECONDS];
const LONGEST = LETTER.at(-1) ?? 0;

const roundedUp = (steps: readonly number[], seconds: number): number =>
  steps.find((step) => step >= seconds) ?? LONGEST;

/** Returns the nearest stored time; the longer of two equally near ones. */
const nearest = (seconds: number): number =>
  LETTER.reduce(
    (best, step) => (Math.abs(step - seconds) <= Math.abs(best - seconds) ? step : best),
    LONGEST,
  );

/** Returns the stored time of a domain in seconds; 0 stays. Source: dns#times. */
export const storedSeconds = (world: World, seconds: number): number =>
  seconds === 0 ? 0 : roundedUp(isRecorded(world) ? MEASURED : LETTER, seconds);

/** Returns the stored time of a record in seconds; 0 stays. Source: dns#times. */
export const storedTtl = (world: World, seconds: number): number => {
  if (seconds === 0) return 0;
  return isRecorded(world) ? roundedUp(MEASURED, seconds) : nearest(seconds);
};
