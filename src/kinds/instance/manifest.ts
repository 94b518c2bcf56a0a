import type { Instance } from '../../api/instances.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { profilesOf } from './details.ts';
import { instanceHas } from './fields.ts';
import { profileSpecsOf } from './profiles/manifest.ts';
import type { Seen } from './terms.ts';

/** What a new instance has. Source: compute#instances. */
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

/** The schedule of backups that are off, or that the service has still to choose, is nobody's wish. Source: compute#backups. */
const hasSchedule = ({ backups: { enabled, schedule } }: Instance): boolean =>
  enabled && ![schedule.day, schedule.window].includes('Scheduling');

/** An instance as a manifest; what only its deployment used does not read back, but for the image. The one profile of an instance with an image is the
 *  deployment's own and not said. Source: compute#instances. */
export const instanceManifest: Manifest<Instance, Seen> = {
  specOf: ({ item, details }) => {
    const has = Object.entries(instanceHas(item)).filter(([field]) => hasSchedule(item) || !field.startsWith('backups.schedule'));
    const stored = details.configs ?? [];
    const configs = item.image !== null && stored.length === 1 ? [] : profileSpecsOf(stored, item.specs.memory);
    return specFrom({ ...Object.fromEntries(has), image: item.image, configs }, usual(item));
  },
  reads: (item) => ({ configs: profilesOf(item) }),
};
