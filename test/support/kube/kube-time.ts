import type { Time } from '../../../src/kube/time.ts';
import { VirtualTime } from '../virtual-time.ts';

/** Time as the Kubernetes adapter needs it, and as only a test can move it. */
export interface KubeTime extends Time {
  /** Lets so many milliseconds pass, and everything happen that is due on the way. */
  advance(ms: number): Promise<void>;
  /** Lets happen whatever needs no time. */
  settle(): Promise<void>;
  /** Sets the clock on the wall forward or back. */
  setWall(byMs: number): void;
}

/** @param seed decides what `random` gives */
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
