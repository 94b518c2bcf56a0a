import { gorge } from './gluttons.ts';
import type { Stage } from './stage.ts';
import { showOddly } from './strangers.ts';

/** A strain: everything is slow or scarce for a while. */
export type Strain =
  /** Limits the calls per route of the service. */
  | {
      readonly do: 'narrow';
      readonly calls: number;
      readonly windowMs: number;
      readonly forMs: number;
    }
  /** Slows every request of the API server down. */
  | { readonly do: 'slow cluster'; readonly ms: number; readonly forMs: number }
  /** Slows listings or writes of the service down. */
  | {
      readonly do: 'slow service';
      readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
      readonly ms: number;
      readonly forMs: number;
    }
  /** Applies an object of maximum size. */
  | { readonly do: 'gorge'; readonly how: number };

const STRAINS = ['narrow', 'slow cluster', 'slow service', 'gorge'] as const;

export const isStrain = (deed: { readonly do: string }): deed is Strain =>
  STRAINS.some((one) => one === deed.do);

/** Applies a strain. */
export function strain(stage: Stage, deed: Strain): void {
  const { world, strains } = stage;
  const after = (forMs: number, end: () => void): void =>
    void world.time.at(world.time.now() + forMs, end);
  switch (deed.do) {
    case 'narrow': {
      const limit = { calls: deed.calls, windowMs: deed.windowMs };
      strains.narrows.limit = limit;
      return after(deed.forMs, () => {
        if (strains.narrows.limit === limit) strains.narrows.limit = null;
      });
    }
    case 'slow cluster':
      strains.pace.ms = deed.ms;
      return after(deed.forMs, () => {
        if (strains.pace.ms === deed.ms) strains.pace.ms = 0;
      });
    case 'slow service':
      world.service.addFault({ kind: 'delay', method: deed.method, delayMs: deed.ms });
      return after(deed.forMs, () => world.service.clearFaults());
    case 'gorge':
      return gorge(stage, deed.how);
  }
}

/** Ends the strains, and shows every row unchanged. */
export function relax({ world, strains }: Stage): void {
  strains.pace.ms = 0;
  strains.narrows.limit = null;
  showOddly(world, null);
}
