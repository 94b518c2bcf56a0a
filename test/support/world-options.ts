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

/** The engine's ports. */
export type Ports = Pick<Environment, 'cloud' | 'cluster'>;

/** The default operator of a world. */
export const SELF: Self = { name: 'system/cloudinfra-operator', class: null };

/** A process's view of a cluster and its changes. */
export interface View {
  readonly cluster: Cluster;
  /** Reports every change from now on; returns the function that stops it. */
  readonly listen: (
    listener: (before: KubeObject | undefined, after: KubeObject | undefined) => void,
  ) => () => void;
}

export interface WorldOptions {
  readonly kinds: readonly AnyKind[];
  readonly dialect?: 'recorded' | 'documents';
  readonly seed?: number;
  /** A world with another cluster that shares its service and time with this one. */
  readonly beside?: { readonly time: VirtualTime; readonly service: Simulator };
  /** A world that also shares its cluster: another operator of the same cluster. */
  readonly over?: {
    readonly time: VirtualTime;
    readonly service: Simulator;
    readonly cluster: MemoryCluster;
  };
  /** Identity of the operator. */
  readonly self?: Self;
  /** Limits the operator to namespaces: it cannot identify its cluster. */
  readonly limited?: boolean;
  /** The operator's token among those of the simulator. */
  readonly token?: keyof Simulator['tokens'];
  /** Namespaces that the operator's own token serves. Absent: all. */
  readonly serves?: readonly string[];
  readonly tuning?: Partial<CloudTuning>;
  /** Interval between two sweeps of a collection, six times that between two polls of the events
   *  (milliseconds); absent: that of an operator without flags. */
  readonly pollMs?: number;
  /** Observes requests to the service. */
  readonly observer?: Partial<CloudObserver>;
  /** Sharing of the event loop between passes; absent: no pass yields. */
  readonly turns?: Turns;
  /** `off`: no rate limits. */
  readonly limits?: 'scaled' | 'off';
  /** Returns the view of a new process on the cluster; absent: the cluster itself. */
  readonly view?: () => View;
  /** Wraps the ports of a process, for tests that watch or disturb every call of the engine. */
  readonly between?: (ports: Ports, life: Life) => Ports;
}
