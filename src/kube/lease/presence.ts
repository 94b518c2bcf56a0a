import { hostname } from 'node:os';
import type { KubeObserver } from '../observer.ts';
import type { ElectorOptions } from './election.ts';
import { type Elector, startElector } from './lease.ts';
import { UNELECTED } from './lease-record.ts';

/** Publication of a process without an election, and its view of others. Callbacks must not
 *  throw. */
export interface Presence {
  readonly namespace: string;
  readonly name: string;
  /** Called once when work may begin: no other process holds the Lease, or no Lease can be
   *  written. */
  readonly begins: () => void;
  /** Called once when another process holds the Lease: this one waits until it is released, or its
   *  holder was silent for its duration. */
  readonly waits: (holder: string) => void;
  /** Called at most once when no Lease can be written: other processes cannot see this one. */
  readonly unseen: (detail: string) => void;
}

/** Holds a Lease for publication only: work continues whatever happens to the Lease. */
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

/** Reports whether a holder was a process of this machine that no longer runs: a restart after a
 *  crash need not wait for the old Lease. A holder with this process's number is its predecessor in
 *  this container. */
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
