import type { KubeClient } from '../api/client.ts';
import type { KubeObserver } from '../observer.ts';
import type { Time } from '../time.ts';

/** Which Lease, and what to do when it is won or lost. Neither may throw. */
export interface Election {
  readonly namespace: string;
  readonly name: string;
  readonly gained: () => void;
  readonly lost: () => void;
  /** Another process holds the Lease; told once. */
  readonly waits?: (holder: string) => void;
}

export interface ElectorOptions extends Election {
  readonly client: KubeClient;
  readonly time: Time;
  readonly observer: KubeObserver;
  readonly identity: string;
  /** What the Lease is labelled with while it is held; otherwise the label goes. */
  readonly labels?: Readonly<Record<string, string | null>>;
  /** Whether a holder is known to be gone, so that its Lease need not run out. */
  readonly isDead?: (holder: string) => boolean;
}
