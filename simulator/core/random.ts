import type { World } from './world.ts';

/** Smallest and largest value, both included. */
export type Range = readonly [min: number, max: number];

/** Advances a seeded generator (mulberry32) by one step.
 *  @returns the next state and a number in [0, 1) */
export const step = (state: number): { readonly state: number; readonly value: number } => {
  const next = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(next ^ (next >>> 15), 1 | next);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return { state: next, value: ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296 };
};

/** Draws a number in [0, 1) from the world's own generator: the same seed and calls give the same
 *  numbers. */
const draw = (world: World): number => {
  const { state, value } = step(world.random);
  world.random = state;
  return value;
};

/** Draws a whole number of the range. */
export const drawWithin = (world: World, [min, max]: Range): number =>
  min + Math.floor(draw(world) * (max - min + 1));

/** Draws lower-case hexadecimal digits. */
export const drawHex = (world: World, length: number): string =>
  Array.from({ length }, () => drawWithin(world, [0, 15]).toString(16)).join('');
