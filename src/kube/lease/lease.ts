import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Candidacy } from './candidacy.ts';
import type { ElectorOptions } from './election.ts';

/** One of several processes of which at most one leads. */
export interface Elector {
  readonly identity: string;
  /** True while nobody else can have been made leader, with time to spare for what is under way.
   *  Exact at every moment. */
  mayWrite(): boolean;
  /** Stops taking part, and lets the Lease go if it is held: another leads within two seconds.
   *  Nothing may be written any more. */
  stop(): Promise<void>;
}

export const newIdentity = (): string => `${hostname()}_${process.pid}_${randomUUID()}`;

/** Takes part in the election until stopped. Expiry is judged by how long this process has seen no
 *  change, never by another's clock. `options.client` must not be fenced, and had better have a
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
