import { catalog } from '../../api/catalog.ts';
import { images } from '../../api/images.ts';
import { Instance, instances } from '../../api/instances.ts';
import { defineKind } from '../../model/kind.ts';
import { instanceManifest, instanceWants, labelOf } from './fields.ts';
import { createInstance, needsPassword, PASSWORD } from './parts/creation.ts';
import { instanceDetails } from './parts/details.ts';
import { instanceRequests } from './parts/requests.ts';
import { removeInstance, unmarkInstance, updateInstance } from './plan.ts';
import { instanceHealth, reportInstance } from './report.ts';
import { RULES } from './rules.ts';
import { InstanceSpec } from './spec.ts';
import { InstanceStatus } from './status.ts';
import type { Details } from './types.ts';

/** A virtual machine with its boot profiles, power and backups. Source: compute#instances. */
export const instance = defineKind<typeof InstanceSpec, typeof InstanceStatus, Instance, Details>({
  kind: 'Instance',
  plural: 'instances',
  shortNames: ['ciinst'],
  summary: 'A virtual machine with its boot profiles, power, alerts and backups.',
  spec: InstanceSpec,
  status: InstanceStatus,
  rules: RULES,
  catalogued: [
    { field: 'region', noun: 'region', path: catalog.regions.path },
    { field: 'type', noun: 'plan', path: catalog.types.path },
    { field: 'image', noun: 'image', path: images.list.path, except: 'private/' },
  ],
  immutable: [
    'region',
    'image',
    'rootPasswordSecretRef',
    'authorizedKeys',
    'authorizedUsers',
    'stackscriptRef',
    'stackscriptDataFrom',
    'backupId',
    'swapSize',
    'interfaces',
  ],
  requiredToCreate: ['region', 'type'],
  createOnly: [
    'rootPasswordSecretRef',
    'authorizedKeys',
    'authorizedUsers',
    'stackscriptRef',
    'stackscriptDataFrom',
    'backupId',
    'swapSize',
  ],
  columns: [
    { name: 'Type', type: 'string', path: '.status.type' },
    { name: 'IPv4', type: 'string', path: '.status.ipv4[0]' },
    { name: 'Region', type: 'string', path: '.status.region', wide: true },
  ],
  refs: [
    {
      path: 'configs[].devices.*.volumeRef',
      kind: 'Volume',
      by: 'name',
      take: 'id',
      neededFor: 'update',
      unless: ['attachment.instanceRef'],
    },
    {
      path: 'stackscriptRef',
      kind: 'StackScript',
      by: 'name',
      take: 'id',
      neededFor: 'create',
    },
  ],
  ids: [
    { path: 'backupId', names: 'Backup', alone: true },
    { path: 'configs[].devices.*.diskId', names: 'Disk' },
    { path: 'image', names: null },
  ],
  holds: [
    { path: 'storedBackups[].id', as: 'Backup' },
    { path: 'disks[].id', as: 'Disk' },
    { path: 'configs[].id', as: 'Profile' },
  ],
  secretRefs: [
    { path: PASSWORD, key: 'password' },
    { path: 'stackscriptDataFrom', key: 'data' },
  ],
  generates: {
    field: PASSWORD,
    suffix: 'root',
    key: 'password',
    length: 32,
    when: (spec) => spec.rootPasswordSecretRef === undefined && needsPassword(spec),
  },
  holdsData: true,
  deletion: 'Delete',
  loss: 'Hold',
  deletionAction: 'compute_delete',
  scopes: instances.create.scopes,
  grant: instances.create.grant,
  item: Instance,
  collection: () => instances.list.path,
  details: instanceDetails,
  key: labelOf,
  keyOf: (item) => item.label,
  wants: instanceWants,
  create: createInstance,
  update: updateInstance,
  remove: removeInstance,
  unmark: unmarkInstance,
  requests: instanceRequests,
  health: instanceHealth,
  report: reportInstance,
  manifest: instanceManifest,
});
