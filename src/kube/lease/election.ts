import type { KubeClient } from '../api/client.ts';
import type { KubeObserver } from '../observer.ts';
import type { Time } from '../time.ts';

/** The Lease, and callbacks for gaining and losing it. Callbacks must not throw. */
export interface Election {
  readonly namespace: string;
  readonly name: string;
  readonly gained: () => void;
  readonly lost: () => void;
  /** Called once when another process holds the Lease. */
  readonly waits?: (holder: string) => void;
}

export interface ElectorOptions extends Election {
  readonly client: KubeClient;
  readonly time: Time;
  readonly observer: KubeObserver;
  readonly identity: string;
  /** Labels of the Lease while it is held; removed otherwise. */
  readonly labels?: Readonly<Record<string, string | null>>;
  /** Reports whether a holder is known to be gone, so that its Lease need not expire. */
  readonly isDead?: (holder: string) => boolean;
}
