import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Candidacy } from './candidacy.ts';
import type { ElectorOptions } from './election.ts';

/** A candidate in an election with at most one leader. */
export interface Elector {
  readonly identity: string;
  /** Reports whether no other process can be leader, with a margin for requests in flight. Exact at
   *  every moment. */
  mayWrite(): boolean;
  /** Leaves the election and releases the Lease: another process leads within two seconds. No
   *  further writes are allowed. */
  stop(): Promise<void>;
}

export const newIdentity = (): string => `${hostname()}_${process.pid}_${randomUUID()}`;

/** Takes part in the election until stopped. Expiry depends on the time without a change seen by
 *  this process, never on another's clock. `options.client` must not be fenced, and should have a
 *  connection of its own. */
export function startElector(options: ElectorOptions): Elector {
  const candidacy = new Candidacy(options);
  const done = candidacy.run();
  return {
    identity: options.identity,
    mayWrite: () => candidacy.mayWrite(),
    stop: async () => {
      candidacy.end();
      await done;
      await candidacy.release();
    },
  };
}
