import * as z from 'zod';
import { text } from './bounds.ts';
import { Id, Tags } from './conventions.ts';
import { Interfaces, RescueDevices } from './devices.ts';

/** Begins with a letter; letters, digits, dash, underscore, period, no two of -, _ or . in a row.
 *  Source: conventions#labels. */
export const InstanceLabel = text(3, 64).regex(
  /^[a-zA-Z]((?!--|__|\.\.)[a-zA-Z0-9_.-])+$/,
  'Must begin with a letter',
);

/** The root user's password. Source: compute#create. */
export const RootPassword = text(7, 128);

/** Maximum length of `stackscript_data`, in characters of JSON. Source: compute#create. */
export const STACKSCRIPT_DATA_MAX = 65_535;

/** Answers to the fields of a StackScript. Source: compute#create. */
export const StackScriptData = z
  .record(z.string(), z.unknown())
  .refine(
    (answers) => JSON.stringify(answers).length <= STACKSCRIPT_DATA_MAX,
    `Length must be 0-${STACKSCRIPT_DATA_MAX} characters`,
  );

/** Fields of a deployment from an image: for a create, a rebuild and a new disk. Source:
 *  compute#create. */
export const deployment = {
  root_pass: RootPassword.optional(),
  authorized_keys: z.array(z.string()).optional(),
  authorized_users: z.array(z.string()).optional(),
  stackscript_id: Id.optional(),
  stackscript_data: StackScriptData.optional(),
} as const;

/** Default size of the swap disk of a deployment from an image, in MB. Source: compute#create. */
export const SWAP_SIZE_DEFAULT = 512;

/** Source: compute#create. */
export const InstanceCreate = z
  .strictObject({
    region: z.string(),
    type: z.string(),
    label: InstanceLabel.optional(),
    image: z.string().optional(),
    ...deployment,
    backup_id: Id.optional(),
    backups_enabled: z.boolean().optional(),
    booted: z.boolean().default(true),
    swap_size: z.int().min(0).default(SWAP_SIZE_DEFAULT),
    private_ip: z.boolean().optional(),
    interfaces: Interfaces.optional(),
    group: z.string().optional(),
    tags: Tags.optional(),
  })
  .refine(
    (body) =>
      body.root_pass !== undefined ||
      (body.image === undefined && body.stackscript_id === undefined),
    {
      path: ['root_pass'],
      error: 'root_pass is required',
    },
  );
export type InstanceCreate = z.input<typeof InstanceCreate>;

/** Days of the backup schedule. `Scheduling` lets the service choose. Source: compute#backups. */
export const BACKUP_DAYS = [
  'Scheduling',
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Windows of the backup schedule: two hours each, in UTC. `W0` begins at midnight. Source:
 *  compute#backups. */
export const BACKUP_WINDOWS = [
  'Scheduling',
  'W0',
  'W2',
  'W4',
  'W6',
  'W8',
  'W10',
  'W12',
  'W14',
  'W16',
  'W18',
  'W20',
  'W22',
] as const;

const threshold = z.int().min(0).optional();

/** All fields optional; tags only for an unrestricted user. Source: compute#update. */
export const InstanceUpdate = z.strictObject({
  alerts: z
    .strictObject({
      cpu: threshold,
      io: threshold,
      network_in: threshold,
      network_out: threshold,
      transfer_quota: threshold,
    })
    .optional(),
  backups: z
    .strictObject({
      schedule: z
        .strictObject({
          day: z.enum(BACKUP_DAYS).optional(),
          window: z.enum(BACKUP_WINDOWS).optional(),
        })
        .optional(),
    })
    .optional(),
  group: z.string().optional(),
  label: InstanceLabel.optional(),
  tags: Tags.optional(),
  watchdog_enabled: z.boolean().optional(),
});
export type InstanceUpdate = z.input<typeof InstanceUpdate>;

/** Source: compute#resize. */
export const InstanceResize = z.strictObject({
  type: z.string(),
  allow_auto_disk_resize: z.boolean().default(true),
});
export type InstanceResize = z.input<typeof InstanceResize>;

/** Source: compute#rescue. */
export const InstanceRescue = z.strictObject({
  devices: RescueDevices.extend({
    sdh: z.null('sdh is reserved for the rescue system').optional(),
  }).optional(),
});
export type InstanceRescue = z.input<typeof InstanceRescue>;
