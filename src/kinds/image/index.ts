import { images } from '../../api/images.ts';
import { defineKind } from '../../model/kind.ts';
import { imageManifest, imageWants, labelOf } from './fields.ts';
import { sourceReads } from './parts/disk.ts';
import { PrivateImage } from './parts/private-image.ts';
import { splitAnswer, uploadSecret } from './parts/upload.ts';
import { createImage, PRIVATE, removeImage, updateImage } from './plan.ts';
import { imageHealth, reportImage } from './report.ts';
import { RULES } from './rules.ts';
import { ImageSpec } from './spec.ts';
import { ImageStatus } from './status.ts';
import type { Details } from './types.ts';

/** A machine image of the account. Source: images#images. */
export const image = defineKind<typeof ImageSpec, typeof ImageStatus, PrivateImage, Details>({
  kind: 'Image',
  plural: 'images',
  shortNames: ['ciimg'],
  summary: 'A machine image of the account, from a disk of an instance or from an upload.',
  spec: ImageSpec,
  status: ImageStatus,
  rules: RULES,
  immutable: ['source'],
  requiredToCreate: ['source'],
  createOnly: ['source'],
  columns: [
    { name: 'Image', type: 'string', path: '.status.image' },
    { name: 'Size', type: 'integer', path: '.status.size' },
  ],
  refs: [
    {
      path: 'source.instanceRef',
      kind: 'Instance',
      by: 'name',
      take: 'id',
      neededFor: 'create',
    },
  ],
  secretRefs: [],
  holdsData: true,
  deletion: 'Retain',
  loss: 'Hold',
  deletionAction: 'image_delete',
  scopes: images.upload.scopes,
  grant: images.create.grant,
  item: PrivateImage,
  collection: () => PRIVATE,
  listedAt: images.list.path,
  filter: { is_public: false },
  details: () => ({ instance: null, disks: null, upload: null }),
  createReads: sourceReads,
  createAnswer: splitAnswer,
  key: labelOf,
  keyOf: (item) => item.label,
  wants: imageWants,
  create: createImage,
  update: updateImage,
  remove: removeImage,
  unmark: () => [],
  requests: {},
  health: imageHealth,
  report: reportImage,
  manifest: imageManifest,
  secretSuffix: 'upload',
  secret: uploadSecret,
});
