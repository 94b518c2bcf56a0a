import type { CloudObserver } from '../../src/cloud/observer.ts';
import type { CloudTuning } from '../../src/cloud/settings.ts';
import type { Environment } from '../../src/engine/environment.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import type { Life } from './mortal.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What the engine reaches the outside by. */
export type Ports = Pick<Environment, 'cloud' | 'cluster'>;

export interface WorldOptions {
  readonly kinds: readonly AnyKind[];
  readonly dialect?: 'recorded' | 'documents';
  readonly seed?: number;
  /** A world with another cluster whose service and time this one shares. */
  readonly beside?: { readonly time: VirtualTime; readonly service: Simulator };
  /** Which of the simulator's tokens the operator holds. */
  readonly token?: keyof Simulator['tokens'];
  /** The namespaces that the operator's own token serves. Absent: all. */
  readonly serves?: readonly string[];
  readonly tuning?: Partial<CloudTuning>;
  /** Who hears of the requests to the service. */
  readonly observer?: Partial<CloudObserver>;
  /** `off`: the service counts no requests. */
  readonly limits?: 'scaled' | 'off';
  /** What stands between a process and its ports, for tests that watch or disturb every call of the engine. */
  readonly between?: (ports: Ports, life: Life) => Ports;
}
