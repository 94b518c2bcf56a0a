import * as z from 'zod';
import { Empty, Id } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { deployment, InstanceLabel, RootPassword } from './instance-bodies.ts';
import { Instance } from './instances.ts';

/** The profile to boot; absent: the only one, else the last booted one, else an error. Source:
 *  compute#power. */
export const InstanceBoot = z.strictObject({ config_id: Id.optional() });
export type InstanceBoot = z.input<typeof InstanceBoot>;

/** Deploys again: deletes all disks and profiles, keeps id, label and addresses. Source:
 *  compute#rebuild. */
export const InstanceRebuild = z.strictObject({
  ...deployment,
  image: z.string(),
  root_pass: RootPassword,
  booted: z.boolean().default(true),
});
export type InstanceRebuild = z.input<typeof InstanceRebuild>;

/** Migrates an instance. Without a region: starts the pending move to another host. Source:
 *  compute#migrate. */
export const InstanceMigrate = z.strictObject({
  region: z.string().optional(),
  upgrade: z.boolean().default(false),
});

/** Source: compute#migrate. */
export const InstanceMutate = z.strictObject({ allow_auto_disk_resize: z.boolean().default(true) });

/** Clones to a new instance (region and type) or onto an existing one (compute_id). Absent
 *  profiles: all; []: none. Source: compute#clone. */
export const InstanceClone = z
  .strictObject({
    region: z.string().optional(),
    type: z.string().optional(),
    compute_id: Id.optional(),
    label: InstanceLabel.optional(),
    group: z.string().optional(),
    backups_enabled: z.boolean().optional(),
    disks: z.array(Id).optional(),
    configs: z.array(Id).optional(),
    private_ip: z.boolean().optional(),
  })
  .refine(
    (body) =>
      body.compute_id !== undefined || (body.region !== undefined && body.type !== undefined),
    {
      error: 'region and type are required without compute_id',
    },
  );

/** Sets the root user's password of an instance that is offline. Source: compute#root-password. */
export const InstancePassword = z.strictObject({ root_pass: RootPassword });

const source = 'compute#instances';
const one = '/compute/instances/{computeId}';
const named = true;
const action = { method: 'POST', scopes: ['computes:read_write'], named, source } as const;

/** Operations on an instance that the published descriptions only name. */
export const instanceActions = {
  boot: endpoint({
    ...action,
    path: `${one}/boot`,
    body: InstanceBoot,
    bodyOptional: true,
    response: Empty,
  }),
  reboot: endpoint({
    ...action,
    path: `${one}/reboot`,
    body: InstanceBoot,
    bodyOptional: true,
    response: Empty,
  }),
  rebuild: endpoint({
    ...action,
    path: `${one}/rebuild`,
    body: InstanceRebuild,
    response: Instance,
  }),
  migrate: endpoint({
    ...action,
    path: `${one}/migrate`,
    body: InstanceMigrate,
    bodyOptional: true,
    response: Empty,
  }),
  mutate: endpoint({
    ...action,
    path: `${one}/mutate`,
    body: InstanceMutate,
    bodyOptional: true,
    response: Empty,
  }),
  clone: endpoint({
    ...action,
    path: `${one}/clone`,
    grant: 'add_computes',
    body: InstanceClone,
    response: Instance,
  }),
  password: endpoint({
    ...action,
    path: `${one}/password`,
    body: InstancePassword,
    response: Empty,
  }),
} as const;
