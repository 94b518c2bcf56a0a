import { type Case, type Refusal, refusals } from '../../../model/case.ts';

const instanceRef = { name: 'web-1' };
const attached = (how: object = {}) => ({
  attachment: { mode: 'Attached', instanceRef, ...how },
});
const loose = (how: object, mode = 'Unmanaged') => ({ attachment: { mode, ...how } });
const clone = { region: undefined, cloneFrom: { volumeRef: { id: 5 } } };
const foreignMark = 'k8s:00000000-0000-0000-0000-000000000000';

const NO_REPEATS = 'spec.label: must not have two dashes or underscores in a row';
const ONE_INSTANCE = 'spec.attachment.instanceRef: must have exactly one of name and id';
const GOES_WITH = 'spec.attachment.instanceRef: must be set if and only if mode is Attached';
const TO_ATTACH =
  'spec.attachment: may have configId and persistAcrossBoots only with mode Attached';
const WITH_INSTANCE =
  'spec.attachment: may change configId and persistAcrossBoots only together with instanceRef: they apply only to a new attachment';
const ONE_SOURCE = 'spec.cloneFrom.volumeRef: must have exactly one of name and id';

const REFUSALS: readonly Refusal[] = [
  ['a label has a character', 'conventions#labels', 'schema', { label: '' }, 'spec.label'],
  [
    'a label has at most 32 characters',
    'conventions#labels',
    'schema',
    { label: 'a'.repeat(33) },
    'spec.label',
  ],
  ['a label begins with a letter', 'conventions#labels', 'schema', { label: '1st' }, 'spec.label'],
  [
    'a label has no other characters',
    'conventions#labels',
    'schema',
    { label: 'web data' },
    'spec.label',
  ],
  ['a label repeats no dash', 'conventions#labels', 'CEL', { label: 'web--data' }, NO_REPEATS],
  [
    'a label repeats no underscore',
    'conventions#labels',
    'CEL',
    { label: 'web__data' },
    NO_REPEATS,
  ],
  ['a size has a minimum', 'volumes#create', 'schema', { size: 9 }, 'spec.size'],
  ['a size has a maximum', 'volumes#create', 'schema', { size: 16_385 }, 'spec.size'],
  ['a size is a whole number', 'volumes#create', 'schema', { size: 20.5 }, 'spec.size'],
  [
    'a size cannot become smaller',
    'volumes#resize',
    'CEL',
    { size: 20 },
    'spec.size: must not decrease: a volume cannot shrink',
    { size: 40 },
  ],
  ['a tag has three characters', 'tags#assign', 'schema', { tags: ['ab'] }, 'spec.tags[0]'],
  [
    'a tag has at most 50 characters',
    'tags#assign',
    'schema',
    { tags: ['a'.repeat(51)] },
    'spec.tags[0]',
  ],
  [
    'a mark is no tag for people',
    null,
    'CEL',
    { tags: [foreignMark] },
    'spec.tags: must have no tag that begins with k8s:, which belongs to the operator',
  ],
  [
    'the region is required when there is no instance',
    'volumes#create',
    'CEL',
    { region: undefined },
    'spec.region: must be set unless the volume is created for an instance or as a clone',
  ],
  [
    'an instance is named once',
    null,
    'CEL',
    attached({ instanceRef: { name: 'web-1', id: 7 } }),
    ONE_INSTANCE,
  ],
  ['an instance is named', null, 'CEL', attached({ instanceRef: {} }), ONE_INSTANCE],
  [
    'the id of an instance is positive',
    null,
    'schema',
    attached({ instanceRef: { id: 0 } }),
    'spec.attachment.instanceRef.id',
  ],
  ['what is attached has an instance', null, 'CEL', loose({}, 'Attached'), GOES_WITH],
  ['detached excludes an instance', null, 'CEL', loose({ instanceRef }, 'Detached'), GOES_WITH],
  ['what is not managed names no instance', null, 'CEL', loose({ instanceRef }), GOES_WITH],
  ['an attachment says its mode', null, 'schema', { attachment: {} }, 'spec.attachment.mode'],
  ['a mode is one of three', null, 'schema', loose({}, 'Free'), 'spec.attachment.mode'],
  ['a profile needs its instance', 'volumes#attach', 'CEL', loose({ configId: 3 }), TO_ATTACH],
  [
    'persistence needs an instance',
    'volumes#attach',
    'CEL',
    loose({ persistAcrossBoots: false }),
    TO_ATTACH,
  ],
  [
    'what does not persist is in no profile',
    'volumes#attach',
    'CEL',
    attached({ configId: 3, persistAcrossBoots: false }),
    'spec.attachment.configId: must not be set with persistAcrossBoots false: such a volume is added to no profile',
  ],
  [
    'what does not persist is attached after it is made',
    'volumes#attach',
    'CEL',
    { region: undefined, ...attached({ persistAcrossBoots: false }) },
    'spec.region: must be set with persistAcrossBoots false: such a volume is attached after its creation',
  ],
  [
    'the profile changes only with the instance',
    'volumes#attach',
    'CEL',
    attached({ configId: 4 }),
    WITH_INSTANCE,
    attached({ configId: 3 }),
  ],
  [
    'persistence changes only with the instance',
    'volumes#attach',
    'CEL',
    attached({ persistAcrossBoots: false }),
    WITH_INSTANCE,
    attached(),
  ],
  [
    'a clone has one source',
    null,
    'CEL',
    { ...clone, cloneFrom: { volumeRef: { name: 'a', id: 5 } } },
    ONE_SOURCE,
  ],
  ['a clone has a source', null, 'CEL', { ...clone, cloneFrom: { volumeRef: {} } }, ONE_SOURCE],
  [
    'a clone takes the region of its source',
    'volumes#clone',
    'CEL',
    { cloneFrom: { volumeRef: { id: 5 } } },
    'spec.region: must not be set with cloneFrom: a clone is created in the region of its source',
  ],
  ['an unknown field is refused', null, 'schema', { filesystem: 'ext4' }, 'filesystem'],
];

/** Rejections of a Volume at admission. */
export const volumeAdmission: readonly Case[] = refusals(REFUSALS);
