import { z } from 'zod';
import { Id, TagLabel } from '../../api/conventions.ts';
import {
  BACKUP_DAYS,
  BACKUP_WINDOWS,
  InstanceCreate,
  InstanceLabel,
  InstanceUpdate,
} from '../../api/instance-bodies.ts';
import { mapBy, setOf } from '../../model/lists.ts';
import {
  asLongAs,
  itemRef,
  lineAsLongAs,
  oneLine,
  secretValueRef,
  tagList,
} from '../../model/spec-fields.ts';
import { InterfacesSpec } from './parts/interfaces.ts';
import { ProfileSpec } from './parts/profiles/spec.ts';

const word = (what: string) => oneLine(1, 64).optional().describe(what);
const flag = (what: string) => z.boolean().optional().describe(what);
const threshold = (what: string) =>
  InstanceUpdate.shape.alerts.unwrap().shape.cpu.describe(`${what} 0 means no notice.`);

const AlertsSpec = z
  .strictObject({
    cpu: threshold('CPU usage in % of one core, averaged over two hours.'),
    io: threshold('Disk operations per second, averaged over two hours.'),
    networkIn: threshold('Incoming traffic in Mbit/s, averaged over two hours.'),
    networkOut: threshold('Outgoing traffic in Mbit/s, averaged over two hours.'),
    transferQuota: threshold('Usage of the monthly transfer in %.'),
  })
  .describe('Thresholds for notices of the service. Thresholds that are not set are not managed.');

const BackupsSpec = z
  .strictObject({
    schedule: z
      .strictObject({
        day: z
          .enum(BACKUP_DAYS)
          .exclude(['Scheduling'])
          .optional()
          .describe('Day of the weekly backup.'),
        window: z
          .enum(BACKUP_WINDOWS)
          .exclude(['Scheduling'])
          .optional()
          .describe('Backup window of two hours, in UTC: W0 begins at midnight.'),
      })
      .optional()
      .describe('Time of the backups. By default the service chooses a time.'),
  })
  .describe('Settings of the backup service. They apply while it is enabled.');

/** Fields that only a create uses. Source: compute#create. */
const deployment = {
  image: z
    .string()
    .max(128)
    .regex(/^(compute|private)\/[!-~]+$/, 'Must begin with compute/ or private/')
    .optional()
    .describe(
      'Id of the image to deploy. Without image and backupId, the instance has no disks and remains off until it has a profile.',
    ),
  rootPasswordSecretRef: secretValueRef(
    'password',
    'Password of the root user, 7 to 128 characters. If absent, the operator generates a password and stores it in the Secret `<name>-root`. Later changes of the Secret have no effect on the instance.',
  ).optional(),
  authorizedKeys: setOf(z.array(z.string().min(1).max(8192)).max(100))
    .optional()
    .describe('Public SSH keys that the root user accepts. Recommended.'),
  authorizedUsers: setOf(z.array(oneLine(1, 64)).max(100))
    .optional()
    .describe(
      'Users of the account whose SSH keys the root user accepts. Each user must have a key in the profile.',
    ),
  stackscriptRef: itemRef(
    'StackScript that runs when the instance is deployed. It must support the image.',
  ).optional(),
  stackscriptDataFrom: secretValueRef(
    'data',
    'Values for the fields of the StackScript: a JSON object of at most 65535 characters.',
  ).optional(),
  backupId: Id.optional().describe(
    'Id of a backup to restore into the new instance, which must be large enough.',
  ),
  swapSize: InstanceCreate.shape.swap_size
    .unwrap()
    .optional()
    .describe('Size of the swap disk in MB. Default of the service: 512.'),
  interfaces: InterfacesSpec.optional(),
} as const;

/** The spec of an Instance. Source: compute#create; compute#update. */
export const InstanceSpec = z.strictObject({
  label: asLongAs(InstanceLabel)
    .regex(/^[a-zA-Z][a-zA-Z0-9_.-]*$/, 'Must begin with a letter')
    .optional()
    .describe(
      'Name of the instance in the account: letters, digits, dashes, underscores and periods, none of the last three twice in a row. Default for a new item: the name of this object.',
    ),
  region: word('Id of the region.'),
  type: word('Id of the plan. A change resizes the instance, which restarts it.'),
  allowAutoDiskResize: flag(
    'Adapts the disks to the new plan in a resize. Default of the service: true.',
  ),
  ...deployment,
  group: oneLine(0, 255).optional().describe('Deprecated by the service: use tags.'),
  tags: tagList(TagLabel).optional(),
  booted: flag(
    'true: the instance runs, and the operator boots it if it is off. false: the instance is off. If absent, the power state is not managed.',
  ),
  bootConfig: lineAsLongAs(ProfileSpec.shape.label)
    .optional()
    .describe(
      'Label of the boot profile, from the next boot on. Default: the profile in configs if there is exactly one, otherwise the profile that the instance booted last. Required if there are several profiles, and the instance booted none.',
    ),
  privateIp: flag('true: the instance has a private IPv4 address. The address cannot be removed.'),
  watchdogEnabled: flag(
    'Lets the service boot the instance again after it powers off unexpectedly.',
  ),
  alerts: AlertsSpec.optional(),
  backupsEnabled: flag(
    'Enables the backup service. Disabling it deletes the stored backups and requires consent.',
  ),
  backups: BackupsSpec.optional(),
  configs: mapBy(z.array(ProfileSpec).max(10), 'label')
    .optional()
    .describe('Boot configuration profiles by label. Other profiles are not managed.'),
});
export type InstanceSpec = z.infer<typeof InstanceSpec>;
