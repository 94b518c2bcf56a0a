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
  InstanceUpdate.shape.alerts.unwrap().shape.cpu.describe(`${what} 0: no notice.`);

const AlertsSpec = z
  .strictObject({
    cpu: threshold('Use of the processors in % of one core, averaged over two hours.'),
    io: threshold('Operations of the disks a second, averaged over two hours.'),
    networkIn: threshold('Incoming traffic in Mbit/s, averaged over two hours.'),
    networkOut: threshold('Outgoing traffic in Mbit/s, averaged over two hours.'),
    transferQuota: threshold('Use of the monthly transfer in %.'),
  })
  .describe('When the service sends a notice; thresholds that are not named are left as they are.');

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
          .describe('Two hours in which backups are made, in UTC: W0 begins at midnight.'),
      })
      .optional()
      .describe('When backups are made. Default of the service: it picks a time.'),
  })
  .describe('Settings of the backup service; they count while it is enabled.');

/** What only a creation can use. Source: compute#create. */
const deployment = {
  image: z
    .string()
    .max(128)
    .regex(/^(compute|private)\/[!-~]+$/, 'Must begin with compute/ or private/')
    .optional()
    .describe(
      'Id of the image that the instance is deployed from. Without image and backupId it has no disks and stays off until it has a profile.',
    ),
  rootPasswordSecretRef: secretValueRef(
    'password',
    "The root user's password, 7 to 128 characters. Absent: one is made and kept in the Secret `<name>-root`. Later changes of the Secret are not sent.",
  ).optional(),
  authorizedKeys: setOf(z.array(z.string().min(1).max(8192)).max(100))
    .optional()
    .describe('Public SSH keys that the root user accepts. Recommended.'),
  authorizedUsers: setOf(z.array(oneLine(1, 64)).max(100))
    .optional()
    .describe(
      'Users of the account whose SSH keys the root user accepts; each needs a key in the profile.',
    ),
  stackscriptId: Id.optional().describe(
    'Id of the StackScript that is run when the instance is deployed; it has to fit the image.',
  ),
  stackscriptDataFrom: secretValueRef(
    'data',
    "Answers to the StackScript's fields: a JSON object of at most 65535 characters.",
  ).optional(),
  backupId: Id.optional().describe(
    'Id of a backup to restore into the new instance, which has to be large enough.',
  ),
  swapSize: InstanceCreate.shape.swap_size
    .unwrap()
    .optional()
    .describe('Size of the swap disk in MB. Default of the service: 512.'),
  interfaces: InterfacesSpec.optional(),
} as const;

/** The fields of an Instance. Source: compute#create; compute#update. */
export const InstanceSpec = z.strictObject({
  label: asLongAs(InstanceLabel)
    .regex(/^[a-zA-Z][a-zA-Z0-9_.-]*$/, 'Must begin with a letter')
    .optional()
    .describe(
      'Name of the instance in the account: letters, digits, dashes, underscores and periods, none of the last three twice in a row. Default when it is created: the name of this object.',
    ),
  region: word('Id of the region.'),
  type: word('Id of the plan. Another one resizes the instance, which restarts it.'),
  allowAutoDiskResize: flag(
    'Whether a resize fits the disks to the new plan. Default of the service: true.',
  ),
  ...deployment,
  group: oneLine(0, 255).optional().describe('Deprecated by the service: use tags.'),
  tags: tagList(TagLabel).optional(),
  booted: flag(
    'true: the instance runs; it is booted when it is off. false: it is off. Absent: its power is not managed.',
  ),
  bootConfig: lineAsLongAs(ProfileSpec.shape.label)
    .optional()
    .describe(
      'Label of the profile that is booted; needed where there are several. It counts from the next boot on.',
    ),
  privateIp: flag(
    'true: the instance has a private IPv4 address. Once given it cannot be taken back.',
  ),
  watchdogEnabled: flag(
    'Whether the service boots the instance again when it powers off by itself.',
  ),
  alerts: AlertsSpec.optional(),
  backupsEnabled: flag(
    'Whether the backup service is on. Turning it off deletes the stored backups and requires consent.',
  ),
  backups: BackupsSpec.optional(),
  configs: mapBy(z.array(ProfileSpec).max(10), 'label')
    .optional()
    .describe(
      'Boot configuration profiles by label. Profiles that are not named here are left alone.',
    ),
});
export type InstanceSpec = z.infer<typeof InstanceSpec>;
