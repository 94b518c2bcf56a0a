import type { Instance } from '../../api/instances.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { wireName } from '../../model/spelling.ts';
import { type Fields, named } from '../../model/step.ts';
import { entryFor } from '../../model/table.ts';
import { storedTags, wantedTags } from '../../model/tags.ts';
import { profilesOf } from './parts/details.ts';
import { profilesWants } from './parts/profiles/fields.ts';
import { profileSpecsOf } from './parts/profiles/manifest.ts';
import type { InstanceSpec } from './spec.ts';
import type { Desired, Observed } from './types.ts';

/** Returns the label of a new instance. */
export const labelOf = ({ spec, name }: Desired): string => spec.label ?? name;

const ALERTS = [
  'cpu',
  'io',
  'networkIn',
  'networkOut',
  'transferQuota',
] as const satisfies readonly (keyof NonNullable<InstanceSpec['alerts']>)[];

/** Returns the managed fields. A private address can be requested, but not removed. */
export const instanceWants = ({ spec, mark }: Desired): Fields => ({
  ...wantedTags(spec.tags, mark),
  ...named({
    label: spec.label,
    group: spec.group,
    region: spec.region,
    type: spec.type,
    watchdogEnabled: spec.watchdogEnabled,
    ...Object.fromEntries(ALERTS.map((name) => [`alerts.${name}`, spec.alerts?.[name]])),
    backupsEnabled: spec.backupsEnabled,
    'backups.schedule.day': spec.backups?.schedule?.day,
    'backups.schedule.window': spec.backups?.schedule?.window,
    privateIp: spec.privateIp === true ? true : undefined,
    booted: spec.booted,
  }),
  ...profilesWants(spec.configs ?? []),
});

/** Matches the service's network of private addresses: 192.168.128.0/17. Source:
 *  addresses#addresses. */
const PRIVATE = /^192\.168\.(12[89]|1[3-9]\d|2\d\d)\./;

const POWER: Readonly<Record<string, boolean>> = { running: true, offline: false };

/** Returns the same fields of an item, without those of its profiles. `booted` is undefined while
 *  it cannot be determined. Source: compute#instances. */
export const instanceHas = (item: Instance): Fields => ({
  ...storedTags(item.tags),
  label: item.label,
  group: item.group ?? '',
  region: item.region,
  type: item.type,
  watchdogEnabled: item.watchdog_enabled,
  ...Object.fromEntries(ALERTS.map((name) => [`alerts.${name}`, item.alerts[wireName(name)]])),
  backupsEnabled: item.backups.enabled,
  'backups.schedule.day': item.backups.schedule.day,
  'backups.schedule.window': item.backups.schedule.window,
  privateIp: item.ipv4.some((address) => PRIVATE.test(address)),
  booted: entryFor(POWER, item.status),
});

/** Returns the defaults of a new instance. Source: compute#instances. */
const usual = ({ specs }: Instance) => ({
  'alerts.cpu': 90 * specs.vcpus,
  'alerts.io': 10_000,
  'alerts.networkIn': 10,
  'alerts.networkOut': 10,
  'alerts.transferQuota': 80,
  watchdogEnabled: true,
  backupsEnabled: false,
  privateIp: false,
  booted: true,
});

/** Reports whether the schedule is a choice: not while backups are off, nor before the service has
 *  chosen one. Source: compute#backups. */
const hasSchedule = ({ backups: { enabled, schedule } }: Instance): boolean =>
  enabled && ![schedule.day, schedule.window].includes('Scheduling');

/** Converts an instance to a manifest; deployment fields other than the image cannot be read back.
 *  Omits the only profile of an instance with an image, which the deployment created. Source:
 *  compute#instances. */
export const instanceManifest: Manifest<Instance, Observed> = {
  specOf: ({ item, details }) => {
    const has = Object.entries(instanceHas(item)).filter(
      ([field]) => hasSchedule(item) || !field.startsWith('backups.schedule'),
    );
    const stored = details.configs ?? [];
    const configs =
      item.image !== null && stored.length === 1 ? [] : profileSpecsOf(stored, item.specs.memory);
    return specFrom({ ...Object.fromEntries(has), image: item.image, configs }, usual(item));
  },
  reads: (item) => ({ configs: profilesOf(item) }),
};
