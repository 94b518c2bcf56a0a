import type { Disk } from '../../api/disks.ts';
import type { Instance } from '../../api/instances.ts';
import type * as Kind from '../../model/kind.ts';
import type { Secret } from '../../model/secret.ts';
import type { PrivateImage } from './parts/private-image.ts';
import type { ImageSpec } from './spec.ts';
import type { ImageStatus } from './status.ts';

/** Details of a create: the instance and its disks before it, and the upload address in its
 *  answer. */
export interface Details {
  readonly instance: Pick<Instance, 'id' | 'status'>;
  readonly disks: readonly Disk[];
  readonly upload: { readonly url: Secret };
}

export type Desired = Kind.Desired<ImageSpec>;
export type Observed = Kind.Observed<PrivateImage, Details>;
export type Recorded = Kind.Recorded<ImageStatus>;
