import type { Firewall, FirewallDevice } from '../../api/firewalls.ts';
import type * as Kind from '../../model/kind.ts';
import type { FirewallSpec } from './spec.ts';
import type { FirewallStatus } from './status.ts';

/** Details of a firewall that no listing shows. */
export interface Details {
  readonly devices: readonly FirewallDevice[];
}

export type Desired = Kind.Desired<FirewallSpec>;
export type Observed = Kind.Observed<Firewall, Details>;
export type Recorded = Kind.Recorded<FirewallStatus>;
