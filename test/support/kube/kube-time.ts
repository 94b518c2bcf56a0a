import type { Time } from '../../../src/kube/time.ts';
import { VirtualTime } from '../virtual-time.ts';

/** A manual clock for the Kubernetes adapter. */
export interface KubeTime extends Time {
  /** Advances the clock and runs everything due meanwhile. */
  advance(ms: number): Promise<void>;
  /** Runs everything that needs no time. */
  settle(): Promise<void>;
  /** Moves the wall clock forward or back. */
  setWall(byMs: number): void;
}

/** @param seed of `random` */
export function kubeTime(seed = 1): KubeTime {
  const time = new VirtualTime();
  const start = time.now();
  let set = 0;
  let chance = seed;
  return {
    elapsed: () => time.now() - start,
    now: () => time.now() + set,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const cancel = time.at(time.now() + ms, resolve);
        signal?.addEventListener('abort', () => resolve(cancel()), { once: true });
      }),
    random: () => {
      chance = (chance * 16_807) % 2_147_483_647;
      return chance / 2_147_483_647;
    },
    advance: (ms) => time.advance(ms),
    settle: () => time.settle(),
    setWall: (byMs) => {
      set += byMs;
    },
  };
}
