import { catalog } from '../../api/catalog.ts';
import { Volume, volumes } from '../../api/volumes.ts';
import { defineKind } from '../../model/kind.ts';
import { labelOf, volumeManifest, volumeWants } from './fields.ts';
import { targetOf } from './parts/attachment.ts';
import { createVolume, removeVolume, unmarkVolume, updateVolume } from './plan.ts';
import { reportVolume, volumeHealth } from './report.ts';
import { RULES } from './rules.ts';
import { VolumeSpec } from './spec.ts';
import { VolumeStatus } from './status.ts';
import type { Details } from './types.ts';

/** Block storage for an instance. Source: volumes#volume. */
export const volume = defineKind<typeof VolumeSpec, typeof VolumeStatus, Volume, Details>({
  kind: 'Volume',
  plural: 'volumes',
  shortNames: ['civol'],
  summary: 'Block storage that can be attached to an instance, resized and cloned.',
  spec: VolumeSpec,
  status: VolumeStatus,
  rules: RULES,
  catalogued: [
    {
      field: 'region',
      noun: 'region',
      path: catalog.regions.path,
      capability: 'Block Storage',
    },
  ],
  immutable: ['region', 'cloneFrom'],
  requiredToCreate: [],
  createOnly: ['cloneFrom'],
  columns: [
    { name: 'Size', type: 'integer', path: '.status.size' },
    { name: 'Instance', type: 'string', path: '.status.instanceLabel' },
    { name: 'Region', type: 'string', path: '.status.region', wide: true },
  ],
  refs: [
    {
      path: 'attachment.instanceRef',
      kind: 'Instance',
      by: 'name',
      take: 'id',
      neededFor: 'update',
    },
    {
      path: 'cloneFrom.volumeRef',
      kind: 'Volume',
      by: 'name',
      take: 'id',
      neededFor: 'create',
    },
  ],
  ids: [{ path: 'attachment.configId', names: 'Profile' }],
  secretRefs: [],
  holdsData: true,
  deletion: 'Retain',
  loss: 'Hold',
  deletionAction: 'volume_delete',
  scopes: volumes.create.scopes,
  grant: volumes.create.grant,
  item: Volume,
  collection: () => volumes.list.path,
  details: targetOf,
  key: labelOf,
  keyOf: (item) => item.label,
  wants: volumeWants,
  create: createVolume,
  update: updateVolume,
  remove: removeVolume,
  unmark: unmarkVolume,
  requests: {},
  health: volumeHealth,
  report: reportVolume,
  manifest: volumeManifest,
});
