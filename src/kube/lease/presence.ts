import { hostname } from 'node:os';
import type { KubeObserver } from '../observer.ts';
import type { ElectorOptions } from './election.ts';
import { type Elector, startElector } from './lease.ts';
import { UNELECTED } from './lease-record.ts';

/** How a process that takes part in no election makes itself seen, and sees others. None of the
 *  callbacks may throw. */
export interface Presence {
  readonly namespace: string;
  readonly name: string;
  /** It may begin: nobody else holds the Lease, or none can be written. Called once. */
  readonly begins: () => void;
  /** Another process holds the Lease: this one waits until it has let go, or was silent for as long
   *  as it said. Called once. */
  readonly waits: (holder: string) => void;
  /** No Lease can be written there: others cannot see this process. Called once at most. */
  readonly unseen: (detail: string) => void;
}

/** Holds a Lease that says so, without being bound by it: work once begun goes on whatever becomes
 *  of the Lease. */
export function startPresence(
  presence: Presence,
  means: Pick<ElectorOptions, 'client' | 'time' | 'observer' | 'identity'>,
): Elector {
  let hasBegun = false;
  const begin = (): void => {
    if (hasBegun) return;
    hasBegun = true;
    presence.begins();
  };
  const leaseFailed: KubeObserver['leaseFailed'] = (failure) => {
    means.observer.leaseFailed(failure);
    if (hasBegun || (failure.code !== 'Gone' && failure.code !== 'Denied')) return;
    presence.unseen(failure.detail);
    begin();
    void elector.stop();
  };
  const { namespace, name, waits } = presence;
  const elector = startElector({
    ...means,
    namespace,
    name,
    gained: begin,
    lost: () => undefined,
    labels: UNELECTED,
    waits,
    isDead: isDeadHere,
    observer: { ...means.observer, leaseFailed },
  });
  return elector;
}

const IDENTITY = /^(?<host>.+)_(?<pid>\d+)_[\da-f-]+$/;

/** Whether a holder was a process of this machine that runs no more: who starts again after a crash
 *  need not wait for a Lease of before. A holder by our own number is the one before us in this
 *  container. */
function isDeadHere(holder: string): boolean {
  const { host, pid } = IDENTITY.exec(holder)?.groups ?? {};
  return host === hostname() && (Number(pid) === process.pid || !isRunning(Number(pid)));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
