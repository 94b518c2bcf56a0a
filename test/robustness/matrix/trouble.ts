import type { FaultSpec } from '../../../simulator/http/faults.ts';
import type { World } from '../../support/world.ts';

/** A temporary trouble. */
export interface Trouble {
  readonly name: string;
  readonly begin: (world: World) => void;
  /** Kinds of its simulator faults. */
  readonly faults?: readonly FaultSpec['kind'][];
  /** Duration in milliseconds. Stale reads stay within the time that the engine allows. */
  readonly lastsMs: number;
  /** True if the service's answers are untrue meanwhile, so that conditions may be too. */
  readonly lies?: true;
  /** Time after it in which effects may first show: those that only the slow rotation of details
   *  finds. */
  readonly echoesMs?: number;
}

/** The usual duration of a trouble. */
export const LONG_MS = 150_000;
