import { z } from 'zod';
import { Config, configs } from '../../../api/configs.ts';
import { Disk, disks } from '../../../api/disks.ts';
import { path } from '../../../api/endpoint.ts';
import { Backups, instanceBackups } from '../../../api/instance-backups.ts';
import type { Instance } from '../../../api/instances.ts';
import type { Read } from '../../../model/request.ts';
import type { Desired, Details } from '../types.ts';

/** Failures for an instance that is being created or deleted, or for a token without permission. */
const mayFail = ['NotFound', 'NotYet', 'Denied'] as const;

/** Reports whether the status is stable: details are read only then. */
const isAtRest = ({ status }: Instance): boolean => status === 'running' || status === 'offline';

/** Reads the details of an instance: profiles where the spec needs them, backups where there may be
 *  any, and the disks. Source: compute#configuration-profiles; compute#disks; compute#backups. */
export function instanceDetails(
  { spec }: Desired,
  item: Instance,
): { readonly [K in keyof Details]: Read<Details[K]> | null } {
  if (!isAtRest(item)) return { configs: null, disks: null, backups: null };
  const computeId = item.id;
  const needsProfiles =
    spec.configs !== undefined ||
    spec.bootConfig !== undefined ||
    (spec.booted === true && item.image === null);
  return {
    configs: needsProfiles ? profilesOf(item) : null,
    disks: {
      path: path(disks.list.path, { computeId }),
      schema: z.array(Disk),
      paged: true,
      mayFail,
    },
    backups: item.backups.enabled
      ? {
          path: path(instanceBackups.list.path, { computeId }),
          schema: Backups,
          paged: false,
          mayFail,
        }
      : null,
  };
}

/** Reads the boot profiles of an instance; null while its status is transient. Source:
 *  compute#configuration-profiles. */
export const profilesOf = (item: Instance): Read<Details['configs']> | null =>
  isAtRest(item)
    ? {
        path: path(configs.list.path, { computeId: item.id }),
        schema: z.array(Config),
        paged: true,
        mayFail,
      }
    : null;
