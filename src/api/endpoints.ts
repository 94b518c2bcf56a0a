import { catalog } from './catalog.ts';
import { configs } from './configs.ts';
import { disks } from './disks.ts';
import type { Endpoint } from './endpoint.ts';
import { events } from './events.ts';
import { images } from './images.ts';
import { instanceActions } from './instance-actions.ts';
import { instanceBackups } from './instance-backups.ts';
import { instances } from './instances.ts';
import { profile } from './profile.ts';
import { stackscripts } from './stackscripts.ts';
import { statistics } from './statistics.ts';
import { tags } from './tags.ts';
import { volumes } from './volumes.ts';

const resources = {
  catalog,
  configs,
  disks,
  events,
  images,
  instanceActions,
  instanceBackups,
  instances,
  profile,
  stackscripts,
  statistics,
  tags,
  volumes,
} satisfies Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

/** Every endpoint of the contract under its name, "volumes.attach". */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(resources).flatMap(([resource, operations]) =>
    Object.entries<Endpoint>(operations).map(([operation, described]) => [`${resource}.${operation}`, described] as const),
  ),
);
