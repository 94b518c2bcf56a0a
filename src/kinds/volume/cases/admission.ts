import { type Case, type Refusal, refusals } from '../../../model/case.ts';

const instanceRef = { name: 'web-1' };
const clone = { region: undefined, cloneFrom: { volumeId: 5 } };
const foreignMark = 'k8s:00000000-0000-0000-0000-000000000000';

const NO_REPEATS = 'spec.label: no two dashes or underscores in a row';
const ONE_INSTANCE = 'at most one of spec.instanceRef, spec.instanceId and spec.detached';
const TO_ATTACH = 'name the instance too';
const WITH_INSTANCE = 'change them together with the instance';
const ONE_SOURCE = 'spec.cloneFrom needs exactly one of volumeRef and volumeId';

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
    'spec.size: a volume cannot shrink',
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
    'spec.tags: tags that begin with k8s: belong to the operator',
  ],
  [
    'the region is required when there is no instance',
    'volumes#create',
    'CEL',
    { region: undefined },
    'spec.region is required unless',
  ],
  ['an instance is named once', null, 'CEL', { instanceRef, instanceId: 7 }, ONE_INSTANCE],
  ['detached excludes an instance', null, 'CEL', { instanceRef, detached: true }, ONE_INSTANCE],
  ['detached is never false', null, 'schema', { detached: false }, 'spec.detached'],
  ['a profile needs its instance', 'volumes#attach', 'CEL', { configId: 3 }, TO_ATTACH],
  [
    'persistence needs an instance',
    'volumes#attach',
    'CEL',
    { persistAcrossBoots: false },
    TO_ATTACH,
  ],
  [
    'what does not persist is in no profile',
    'volumes#attach',
    'CEL',
    { instanceRef, configId: 3, persistAcrossBoots: false },
    'added to no profile',
  ],
  [
    'what does not persist is attached after it is made',
    'volumes#attach',
    'CEL',
    { region: undefined, instanceRef, persistAcrossBoots: false },
    'such a volume is attached after it is made',
  ],
  [
    'the profile changes only with the instance',
    'volumes#attach',
    'CEL',
    { instanceRef, configId: 4 },
    WITH_INSTANCE,
    { instanceRef, configId: 3 },
  ],
  [
    'persistence changes only with the instance',
    'volumes#attach',
    'CEL',
    { instanceRef, persistAcrossBoots: false },
    WITH_INSTANCE,
    { instanceRef },
  ],
  [
    'a clone has one source',
    null,
    'CEL',
    { ...clone, cloneFrom: { volumeRef: { name: 'a' }, volumeId: 5 } },
    ONE_SOURCE,
  ],
  ['a clone has a source', null, 'CEL', { ...clone, cloneFrom: {} }, ONE_SOURCE],
  [
    'a clone takes the region of its source',
    'volumes#clone',
    'CEL',
    { cloneFrom: { volumeId: 5 } },
    'spec.region: a clone is made in the region of its',
  ],
  ['a field that nobody knows is refused', null, 'schema', { filesystem: 'ext4' }, 'filesystem'],
];

/** What admission refuses of a Volume. */
export const volumeAdmission: readonly Case[] = refusals(REFUSALS);
