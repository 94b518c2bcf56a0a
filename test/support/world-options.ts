import type { Simulator } from '../../simulator/simulator.ts';
import type { CloudObserver } from '../../src/cloud/observer.ts';
import type { CloudTuning } from '../../src/cloud/settings.ts';
import type { Cluster, KubeObject } from '../../src/engine/ports/cluster.ts';
import type { Turns } from '../../src/engine/ports/turns.ts';
import type { Environment } from '../../src/engine/term/environment.ts';
import type { Self } from '../../src/engine/term/operator-identity.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import type { MemoryCluster } from './memory-cluster.ts';
import type { Life } from './mortal.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What the engine reaches the outside by. */
export type Ports = Pick<Environment, 'cloud' | 'cluster'>;

/** The operator of a world that names none. */
export const SELF: Self = { name: 'system/cloudinfra-operator', class: null };

/** A cluster as a process sees it, and how it hears of what changes there. */
export interface View {
  readonly cluster: Cluster;
  /** Tells of every change from now on; what comes back ends that. */
  readonly listen: (
    listener: (before: KubeObject | undefined, after: KubeObject | undefined) => void,
  ) => () => void;
}

export interface WorldOptions {
  readonly kinds: readonly AnyKind[];
  readonly dialect?: 'recorded' | 'documents';
  readonly seed?: number;
  /** A world with another cluster whose service and time this one shares. */
  readonly beside?: { readonly time: VirtualTime; readonly service: Simulator };
  /** A world whose cluster this one shares too: another operator of the same cluster. */
  readonly over?: {
    readonly time: VirtualTime;
    readonly service: Simulator;
    readonly cluster: MemoryCluster;
  };
  /** Which operator it is. */
  readonly self?: Self;
  /** The operator is limited to namespaces: it does not know which cluster it is in. */
  readonly limited?: boolean;
  /** Which of the simulator's tokens the operator holds. */
  readonly token?: keyof Simulator['tokens'];
  /** The namespaces that the operator's own token serves. Absent: all. */
  readonly serves?: readonly string[];
  readonly tuning?: Partial<CloudTuning>;
  /** The time between two sweeps of a collection, six times that between two looks at the events
   *  (milliseconds); absent: that of an operator without flags. */
  readonly pollMs?: number;
  /** Who hears of the requests to the service. */
  readonly observer?: Partial<CloudObserver>;
  /** How the passes share the event loop; absent: each goes on as long as it can. */
  readonly turns?: Turns;
  /** `off`: the service counts no requests. */
  readonly limits?: 'scaled' | 'off';
  /** How a process that starts sees the cluster; absent: as it is. */
  readonly view?: () => View;
  /** What stands between a process and its ports, for tests that watch or disturb every call of the
   *  engine. */
  readonly between?: (ports: Ports, life: Life) => Ports;
}
