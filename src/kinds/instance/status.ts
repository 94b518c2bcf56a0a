import { z } from 'zod';
import { inOrder, mapBy, setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

const whole = (what: string) => z.int().optional().describe(what);
const text = (what: string) => z.string().optional().describe(what);
const flag = (what: string) => z.boolean().optional().describe(what);

const Profile = z.strictObject({
  label: z.string().describe('Label of the profile, as the spec has it.'),
  id: z.int().describe('Id of the profile.'),
  devices: mapBy(
    z.array(
      z.strictObject({
        slot: z.string().describe('Device slot.'),
        diskId: whole('Id of the disk in it.'),
        volumeId: whole('Id of the volume in it.'),
      }),
    ),
    'slot',
  )
    .optional()
    .describe(
      'Device slots that the spec filled: these are emptied when the spec no longer names them.',
    ),
});
export type RecordedProfile = z.infer<typeof Profile>;

const StoredBackup = z.strictObject({
  id: z.int().describe('Id of the backup, for spec.backupId.'),
  type: z.string().describe('auto or snapshot.'),
  status: z.string().describe("The service's own status word."),
  label: text('Label of a snapshot.'),
  createdAt: moment('When it was begun.').optional(),
  finishedAt: moment('When it was done.').optional(),
});

const Disk = z.strictObject({
  id: z.int().describe('Id of the disk.'),
  label: z.string().describe('Label of the disk.'),
  filesystem: z.string().describe('File system.'),
  size: z.int().describe('Size in MB.'),
  status: z.string().describe("The service's own status word."),
});

/** What an Instance's status mirrors. Source: compute#instances. */
export const InstanceStatus = z.strictObject({
  label: text('Label in the account.'),
  group: text('Deprecated group label.'),
  region: text('Region that the instance is in.'),
  type: text('Plan of the instance.'),
  image: text('Image that the instance was deployed from.'),
  bootsAfterResize: flag(
    'The instance ran when its plan was changed, and is booted when it has the new one.',
  ),
  ipv4: inOrder(z.array(z.string()))
    .optional()
    .describe('IPv4 addresses in the order of the service: public ones first.'),
  ipv6: text('IPv6 address.'),
  hypervisor: text('Hypervisor of the host.'),
  hostUuid: text('Host machine.'),
  tags: setOf(z.array(z.string())).optional().describe('Tags in the account.'),
  watchdogEnabled: flag(
    'Whether the service boots the instance again when it powers off by itself.',
  ),
  specs: z
    .strictObject({
      disk: whole('Disk in MB.'),
      gpus: whole('Graphics processors.'),
      memory: whole('Memory in MB.'),
      transfer: whole('Transfer in GB a month.'),
      vcpus: whole('Virtual processors.'),
    })
    .optional()
    .describe('What the plan gives.'),
  alerts: z
    .strictObject({
      cpu: whole('Processors, % of one core.'),
      io: whole('Operations of the disks a second.'),
      networkIn: whole('Incoming traffic in Mbit/s.'),
      networkOut: whole('Outgoing traffic in Mbit/s.'),
      transferQuota: whole('Monthly transfer in %.'),
    })
    .optional()
    .describe('When the service sends a notice; 0 is never.'),
  backups: z
    .strictObject({
      enabled: flag('Whether the backup service is on.'),
      available: flag('Whether there is a backup to restore.'),
      lastSuccessfulAt: moment('When the last backup succeeded.').optional(),
      day: text('Day of the weekly backup.'),
      window: text('Two hours in which backups are made, in UTC.'),
    })
    .optional()
    .describe('The backup service.'),
  storedBackups: mapBy(z.array(StoredBackup), 'id')
    .optional()
    .describe('Backups that are stored, the snapshot last.'),
  disks: mapBy(z.array(Disk), 'id').optional().describe('Disks of the instance.'),
  configs: mapBy(z.array(Profile), 'id')
    .optional()
    .describe('Configuration profiles of the instance.'),
  createdAt: moment('When the instance was made.').optional(),
  updatedAt: moment('When the instance was last changed.').optional(),
});
export type InstanceStatus = typeof InstanceStatus;
