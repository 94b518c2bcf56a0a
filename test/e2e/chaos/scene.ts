import { setTimeout as pause } from 'node:timers/promises';
import type { Component } from '../../../local/controlplane/component.ts';
import type { ControlPlane } from '../../../local/controlplane/controlplane.ts';
import type { Installation } from '../installation.ts';
import type { OperatorProcess } from '../operator-process.ts';

/** An installation under chaos until the end. */
export interface Scene {
  readonly controlPlane: ControlPlane;
  readonly at: Installation;
  /** Two candidates for the lease. */
  readonly operators: readonly OperatorProcess[];
  /** Returns a number in [0, 1); reproducible by the seed. */
  readonly random: () => number;
  readonly isOver: () => boolean;
  /** Counts of each action, for the report. */
  readonly toll: Map<string, number>;
}

/** Repeats an action at random intervals in milliseconds until the end. */
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

/** Maximum number of starts of a process that exits, or does not become ready, during an outage of
 *  its dependencies. */
const TRIES = 20;

/** Starts a process, or waits until it is ready again. Rejects with its last output when it never
 *  is. */
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

/** Selects one of several values. */
export const oneOf = <T>({ random }: Scene, all: readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('one of none');
  return one;
};
