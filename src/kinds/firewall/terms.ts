import type { Firewall, FirewallDevice } from '../../api/firewalls.ts';
import type { Desired, Observed, Recorded } from '../../model/kind.ts';
import type { FirewallSpec } from './spec.ts';
import type { FirewallStatus } from './status.ts';

/** What no listing shows of a firewall. */
export interface Details {
  readonly devices: readonly FirewallDevice[];
}
export type Wish = Desired<FirewallSpec>;
export type Seen = Observed<Firewall, Details>;
export type Past = Recorded<FirewallStatus>;
