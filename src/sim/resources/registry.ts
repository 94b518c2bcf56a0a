import type { Resource } from '../core/route.ts';
import { backupResource } from './backups/backups.ts';
import { catalogs } from './catalog/catalog.ts';
import { instanceResource } from './instances/instances.ts';
import { volumeResource } from './volumes/volumes.ts';

/** Every area of the service that is simulated: one line each. */
export const RESOURCES: readonly Resource[] = [catalogs, instanceResource, volumeResource, backupResource];
