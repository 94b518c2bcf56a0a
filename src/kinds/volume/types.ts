import type { Config } from '../../api/configs.ts';
import type { Instance } from '../../api/instances.ts';
import type { Volume } from '../../api/volumes.ts';
import type * as Kind from '../../model/kind.ts';
import type { VolumeSpec } from './spec.ts';
import type { VolumeStatus } from './status.ts';

/** Details for moving a volume to another instance: that instance, and its profiles. */
export interface Details {
  readonly target: Pick<Instance, 'id' | 'region'>;
  readonly profiles: readonly Pick<Config, 'id'>[];
}

export type Desired = Kind.Desired<VolumeSpec>;
export type Observed = Kind.Observed<Volume, Details>;
export type Recorded = Kind.Recorded<VolumeStatus>;
