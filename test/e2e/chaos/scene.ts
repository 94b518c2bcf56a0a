import { setTimeout as pause } from 'node:timers/promises';
import type { Component } from '../../../local/controlplane/component.ts';
import type { ControlPlane } from '../../../local/controlplane/controlplane.ts';
import type { Installation } from '../installation.ts';
import type { OperatorProcess } from '../operator-process.ts';

/** An installation in which everything goes wrong until it is over. */
export interface Scene {
  readonly controlPlane: ControlPlane;
  readonly at: Installation;
  /** Two that want to lead. */
  readonly operators: readonly OperatorProcess[];
  /** In [0, 1); the same numbers for the same seed. */
  readonly random: () => number;
  readonly isOver: () => boolean;
  /** How often each thing was done, for the report. */
  readonly toll: Map<string, number>;
}

/** Does something again and again, so many milliseconds apart, until it is over. */
export async function repeatedly(
  scene: Scene,
  [leastMs, mostMs]: readonly [number, number],
  deed: () => Promise<string>,
): Promise<void> {
  while (!scene.isOver()) {
    await pause(leastMs + scene.random() * (mostMs - leastMs));
    const what = await deed();
    scene.toll.set(what, (scene.toll.get(what) ?? 0) + 1);
  }
}

/** How often a process is started that ends, or does not serve in time, since what it depends on is
 *  away. */
const TRIES = 20;

/** Starts a process, or waits until it serves again, however long that takes. Rejects with what it
 *  said last when it never does. */
export async function revive(component: Component): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      return await (component.pid() === null ? component.start() : component.ready());
    } catch (error) {
      if (left === 0) throw error;
      await pause(500);
    }
  }
}

/** One of several. */
export const oneOf = <T>({ random }: Scene, all: readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('one of none');
  return one;
};
