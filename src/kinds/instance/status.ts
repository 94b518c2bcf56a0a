import { z } from 'zod';
import { inOrder, mapBy, setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

const whole = (what: string) => z.int().optional().describe(what);
const text = (what: string) => z.string().optional().describe(what);
const flag = (what: string) => z.boolean().optional().describe(what);

const Profile = z.strictObject({
  label: z.string().describe('Label of the profile, as in the spec.'),
  id: z.int().describe('Id of the profile.'),
});

const FilledProfile = z.strictObject({
  label: z.string().describe('Label of the profile, as in the spec.'),
  devices: mapBy(
    z.array(
      z.strictObject({
        slot: z.string().describe('Device slot.'),
        diskId: whole('Id of the disk in the slot.'),
        volumeId: whole('Id of the volume in the slot.'),
      }),
    ),
    'slot',
  ).describe(
    'Device slots that the spec filled. The operator empties a slot when the spec no longer contains it.',
  ),
});
export type RecordedProfile = z.infer<typeof Profile>;
export type FilledProfile = z.infer<typeof FilledProfile>;

const StoredBackup = z.strictObject({
  id: z.int().describe('Id of the backup, for spec.backupId.'),
  type: z.string().describe('auto or snapshot.'),
  status: z.string().describe('State that the service reports.'),
  label: text('Label of a snapshot.'),
  createdAt: moment('Time when the backup began.').optional(),
  finishedAt: moment('Time when the backup was complete.').optional(),
});

const Disk = z.strictObject({
  id: z.int().describe('Id of the disk.'),
  label: z.string().describe('Label of the disk.'),
  filesystem: z.string().describe('File system.'),
  size: z.int().describe('Size in MB.'),
  status: z.string().describe('State that the service reports.'),
});

/** The status of an Instance. Source: compute#instances. */
export const InstanceStatus = z.strictObject({
  label: text('Label in the account.'),
  group: text('Deprecated group label.'),
  region: text('Region of the instance.'),
  type: text('Plan of the instance.'),
  image: text('Image of the instance at its creation.'),
  item: z
    .strictObject({
      bootsAfterResize: z
        .boolean()
        .describe(
          'True if the instance ran when its plan changed. The operator boots it after the change.',
        ),
    })
    .optional()
    .describe('Data on a resize.'),
  parts: mapBy(z.array(FilledProfile), 'label')
    .optional()
    .describe('Profiles with device slots that the spec filled.'),
  ipv4: inOrder(z.array(z.string()))
    .optional()
    .describe('IPv4 addresses in the order of the service: public addresses first.'),
  ipv6: text('IPv6 address.'),
  hypervisor: text('Hypervisor of the host.'),
  hostUuid: text('Host machine.'),
  tags: setOf(z.array(z.string())).optional().describe('Tags in the account.'),
  watchdogEnabled: flag(
    'True if the service boots the instance again after it powers off unexpectedly.',
  ),
  specs: z
    .strictObject({
      disk: whole('Disk in MB.'),
      gpus: whole('Graphics processors.'),
      memory: whole('Memory in MB.'),
      transfer: whole('Transfer in GB per month.'),
      vcpus: whole('Virtual processors.'),
    })
    .optional()
    .describe('Resources of the plan.'),
  alerts: z
    .strictObject({
      cpu: whole('CPU usage, % of one core.'),
      io: whole('Disk operations per second.'),
      networkIn: whole('Incoming traffic in Mbit/s.'),
      networkOut: whole('Outgoing traffic in Mbit/s.'),
      transferQuota: whole('Monthly transfer in %.'),
    })
    .optional()
    .describe('Thresholds for notices of the service; 0 means no notice.'),
  backups: z
    .strictObject({
      enabled: flag('True if the backup service is enabled.'),
      available: flag('True if a backup can be restored.'),
      lastSuccessfulAt: moment('Time of the last successful backup.').optional(),
      day: text('Day of the weekly backup.'),
      window: text('Backup window of two hours, in UTC.'),
    })
    .optional()
    .describe('State of the backup service.'),
  storedBackups: mapBy(z.array(StoredBackup), 'id')
    .optional()
    .describe('Stored backups, the snapshot last.'),
  disks: mapBy(z.array(Disk), 'id').optional().describe('Disks of the instance.'),
  configs: mapBy(z.array(Profile), 'id')
    .optional()
    .describe('Configuration profiles of the instance.'),
  createdAt: moment('Time when the instance was created.').optional(),
  updatedAt: moment('Time of the last change of the instance.').optional(),
});
export type InstanceStatus = typeof InstanceStatus;
