import { type Case, type Refusal, refusals } from '../../../model/case.ts';
import { fromDisk, uploaded } from './fixtures.ts';

const source = (over: object) => ({ source: over });
const ONE_INSTANCE = 'spec.source.instanceRef: must have exactly one of name and id';
const WITH_DISK = 'spec.source.instanceRef: must be set if and only if kind is Disk';
const WITH_UPLOAD = 'spec.source.region: must be set if and only if kind is Upload';

const REFUSALS: readonly Refusal[] = [
  ['a label has a character', null, 'schema', { label: '' }, 'spec.label'],
  ['a label is one line', null, 'schema', { label: 'a\nb' }, 'spec.label'],
  ['a description has a character', 'images#images', 'schema', { description: '' }, 'description'],
  [
    'a description has at most 65000 characters',
    'images#images',
    'schema',
    { description: 'a'.repeat(65_001) },
    'spec.description',
  ],
  ['a source names its kind', null, 'schema', source({ region: 'eu-west' }), 'spec.source.kind'],
  ['a source is a disk or an upload', null, 'schema', source({ kind: 'Image' }), 'source.kind'],
  ['a disk has an instance', 'images#create', 'CEL', source({ kind: 'Disk' }), WITH_DISK],
  [
    'an upload has no instance',
    'images#upload',
    'CEL',
    source({ kind: 'Upload', region: 'eu-west', instanceRef: { id: 7 } }),
    WITH_DISK,
  ],
  [
    'an instance is named once',
    null,
    'CEL',
    fromDisk({ instanceRef: { name: 'web-1', id: 7 } }),
    ONE_INSTANCE,
  ],
  ['an instance is named', null, 'CEL', fromDisk({ instanceRef: {} }), ONE_INSTANCE],
  [
    'the id of an instance is positive',
    null,
    'schema',
    fromDisk({ instanceRef: { id: 0 } }),
    'spec.source.instanceRef.id',
  ],
  [
    'an upload has no disk',
    'images#upload',
    'CEL',
    source({ ...uploaded.source, diskLabel: 'boot' }),
    'spec.source.diskLabel: must not be set without kind Disk',
  ],
  [
    'the label of a disk has at most 48 characters',
    'compute#disks',
    'schema',
    fromDisk({ diskLabel: 'a'.repeat(49) }),
    'spec.source.diskLabel',
  ],
  ['an upload has a region', 'images#upload', 'CEL', source({ kind: 'Upload' }), WITH_UPLOAD],
  ['a copy has no region', 'images#create', 'CEL', fromDisk({ region: 'eu-west' }), WITH_UPLOAD],
  ['an unknown field is refused', null, 'schema', { tags: ['web'] }, 'tags'],
];

/** Rejections of an Image at admission. */
export const imageAdmission: readonly Case[] = refusals(REFUSALS);
