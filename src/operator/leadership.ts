import type { RunConfig } from '../config/config.ts';
import type { Engine } from '../engine/engine.ts';
import type { Connection } from '../kube/connect.ts';
import { fingerprint } from '../model/fingerprint.ts';
import { FIELD_MANAGER, inClass } from '../model/group.ts';
import type { Log } from '../telemetry/log.ts';
import type { Terms } from './term.ts';

/** Returns the name of the Lease that the replicas of a class share. */
export const leaseOf = (of: string | null): string => inClass(FIELD_MANAGER, of);
/** Starts work once every store has synced: at once, or whenever this process leads. */
export function lead(config: RunConfig, kube: Connection, terms: Terms<Engine>, log: Log): void {
  const gained = (): void => {
    log.info({ host: kube.host }, 'leading');
    void terms.begin();
  };
  const lost = (): void => {
    log.warn({ host: kube.host }, 'no longer leading');
    void terms.end();
  };
  const lease = { namespace: config.leaseNamespace, name: leaseNameFor(config) };
  if (config.leaderElect) kube.elect({ ...lease, gained, lost });
  else announce(lease, kube, gained, log);
}

/** Without an election: waits for an existing operator, and holds a Lease by which others see this
 *  one. */
function announce(
  lease: { readonly namespace: string; readonly name: string },
  kube: Connection,
  begins: () => void,
  log: Log,
): void {
  kube.announce({
    ...lease,
    begins,
    waits: (holder) =>
      log.warn(
        { holder, lease },
        'waits for the end of another operator: stop it, or use another --lease-namespace',
      ),
    unseen: (detail) =>
      log.warn(
        { detail, lease },
        'cannot write a Lease there: another operator and uninstall do not detect this operator',
      ),
  });
}

/** Returns the name of the Lease: each class has its own, and without an election also each set of
 *  namespaces. */
export function leaseNameFor({ class: of, leaderElect, namespaces }: RunConfig): string {
  if (leaderElect || namespaces === null) return leaseOf(of);
  return inClass(
    `${FIELD_MANAGER}-${namespaces.length === 1 ? namespaces[0] : fingerprint(namespaces.toSorted())}`,
    of,
  );
}
