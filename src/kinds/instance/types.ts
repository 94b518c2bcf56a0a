import type { Config } from '../../api/configs.ts';
import type { Disk } from '../../api/disks.ts';
import type { Backups } from '../../api/instance-backups.ts';
import type { Instance } from '../../api/instances.ts';
import type * as Kind from '../../model/kind.ts';
import type { InstanceSpec } from './spec.ts';
import type { InstanceStatus } from './status.ts';

/** Details of an instance that the listing does not show, one request each. */
export interface Details {
  readonly configs: readonly Config[];
  readonly disks: readonly Disk[];
  readonly backups: Backups;
}

export type Desired = Kind.Desired<InstanceSpec>;
export type Observed = Kind.Observed<Instance, Details>;
export type Recorded = Kind.Recorded<InstanceStatus>;
