import { CASE_MARK, CASE_NAME, type Case, type CaseTable } from '../../../model/case.ts';
import { volumeAdmission } from './admission.ts';
import { attachmentCases, OUTSIDE } from './attachment.ts';
import { needs, stages, to } from './fixtures.ts';

const item = {
  id: 12,
  label: CASE_NAME,
  size: 20,
  status: 'active',
  hardware_type: 'nvme',
  region: 'eu-west',
  compute_id: null,
  compute_label: null,
  filesystem_path: `/dev/disk/by-id/scsi-0Compute_Volume_${CASE_NAME}`,
  tags: [CASE_MARK],
  created: '2018-01-02T03:04:05',
  updated: '2018-01-02T03:04:05',
};

const attached = { compute_id: 7, compute_label: 'web-1' };
const OTHER_MARK = 'k8s:00000000-0000-0000-0000-000000000000';

const LABEL_RULE =
  'is not a valid label of a volume: 1 to 32 letters, digits, dashes and underscores, with a letter at the beginning, and no two dashes or underscores in a row; set spec.label';

const creation: readonly Case[] = [
  {
    name: 'is made in its region',
    item: null,
    plan: ['Create (POST /volumes) region: eu-west'],
  },
  {
    name: 'is made with all that the body can carry',
    source: 'volumes#create',
    keptBy: 'plan',
    item: null,
    spec: { label: 'data', size: 40, tags: ['web', 'app'] },
    plan: ['Create (POST /volumes) tags: ["app","web"], label: data, region: eu-west, size: 40'],
    sends: [{ label: 'data', size: 40, region: 'eu-west', tags: ['app', CASE_MARK, 'web'] }],
  },
  {
    name: 'is made where its instance is when the region is left out',
    source: 'volumes#create',
    keptBy: 'plan',
    item: null,
    spec: { region: undefined, ...to(7, { configId: 3 }) },
    plan: ['Create (POST /volumes) attachment.instanceRef.id: 7'],
    sends: [{ label: CASE_NAME, compute_id: 7, config_id: 3, tags: [CASE_MARK] }],
  },
  {
    name: 'is made detached when the region is named, so that no instance can hold it up',
    item: null,
    spec: to(7),
    plan: ['Create (POST /volumes) region: eu-west'],
  },
  {
    name: 'waits for the instance when nothing else says where to make it',
    source: 'volumes#create',
    keptBy: 'wait',
    item: null,
    spec: { region: undefined, attachment: { mode: 'Attached', instanceRef: { name: 'web-1' } } },
    plan: [
      'wait for the instance that the spec names: without spec.region, the volume is created in the region of the instance',
    ],
  },
  {
    name: 'is made without tags by a credential that may not tag',
    source: 'tags#assign',
    keptBy: 'plan',
    item: null,
    mayTag: false,
    spec: { tags: ['web'] },
    plan: ['Create (POST /volumes) region: eu-west'],
    sends: [{ label: CASE_NAME, region: 'eu-west' }],
    ends: 'refused',
  },
  {
    name: 'a name that is not a valid label is refused with the rule',
    source: 'conventions#labels',
    keptBy: 'refuse',
    item: null,
    called: '1st-volume',
    plan: [`refuse spec.label: 1st-volume ${LABEL_RULE}`],
  },
  {
    name: 'a name with a dot needs a label',
    source: 'conventions#labels',
    keptBy: 'refuse',
    item: null,
    called: 'data.web',
    plan: [`refuse spec.label: data.web ${LABEL_RULE}`],
  },
  {
    name: 'a name that is too long needs a label',
    source: 'conventions#labels',
    keptBy: 'refuse',
    item: null,
    called: 'a-name-of-thirty-three-characters',
    plan: [`refuse spec.label: a-name-of-thirty-three-characters ${LABEL_RULE}`],
  },
  {
    name: 'a label replaces a name that the service does not accept',
    item: null,
    called: '1st',
    spec: { label: 'first' },
    plan: ['Create (POST /volumes) label: first, region: eu-west'],
  },
];

const cloned = { region: undefined, cloneFrom: { volumeRef: { id: 5 } } };
const clones: readonly Case[] = [
  {
    name: 'a clone is one request; size and tags follow',
    source: 'volumes#clone',
    keptBy: 'plan',
    item: null,
    spec: { ...cloned, label: 'copy', size: 40, tags: ['web'] },
    siblings: [{ ...item, id: 5, label: 'source' }],
    plan: ['Clone (POST /volumes/5/clone) label: copy'],
    sends: [{ label: 'copy' }],
  },
  {
    name: 'a clone waits for its source to be active',
    source: 'volumes#clone',
    keptBy: 'wait',
    item: null,
    spec: cloned,
    siblings: [{ ...item, id: 5, label: 'source', status: 'resizing' }],
    plan: ['wait for volume 5 to be active before it is copied (it is resizing)'],
  },
  {
    name: 'a clone of a volume that is not created yet waits',
    item: null,
    spec: { ...cloned, cloneFrom: { volumeRef: { name: 'master' } } },
    plan: ['wait for the volume to copy, which has no id yet'],
  },
  {
    name: 'a clone cannot be smaller than its source',
    source: 'volumes#clone',
    keptBy: 'refuse',
    item: null,
    spec: { ...cloned, size: 10 },
    siblings: [{ ...item, id: 5, label: 'source' }],
    plan: [
      'refuse spec.size: a clone is as large as its source (20 GiB) and cannot shrink; set at least this size',
    ],
  },
  {
    name: 'a source that is not seen is left to the service',
    item: null,
    spec: cloned,
    plan: ['Clone (POST /volumes/5/clone)'],
  },
  {
    name: "a clone's tags follow, and the mark of its source goes",
    source: 'volumes#clone',
    keptBy: 'plan',
    spec: { ...cloned, tags: ['web'] },
    item: { tags: ['app', OTHER_MARK] },
    plan: [`Tag (PUT /volumes/12) tags: ["app"] -> ["web"], mark: ${OTHER_MARK} -> ${CASE_MARK}`],
    sends: [{ tags: [CASE_MARK, 'web'] }],
  },
  {
    name: 'a clone grows after it was made',
    source: 'volumes#clone',
    keptBy: 'plan',
    spec: { ...cloned, size: 40 },
    plan: ['Resize (POST /volumes/12/resize) size: 20 -> 40'],
  },
];

const naming: readonly Case[] = [
  { name: 'matching fields are left alone', plan: [] },
  {
    name: 'a label that the spec does not name is not managed',
    item: { label: 'other' },
    plan: [],
  },
  {
    name: 'is relabelled in place',
    source: 'volumes#update',
    keptBy: 'plan',
    spec: { label: 'data' },
    plan: ['Relabel (PUT /volumes/12) label: example -> data'],
    sends: [{ label: 'data' }],
  },
  {
    name: 'is relabelled while it is created',
    spec: { label: 'data' },
    item: { status: 'creating' },
    plan: ['Relabel (PUT /volumes/12) label: example -> data'],
  },
  {
    name: 'tags are a set: their order does not count',
    source: 'tags#assign',
    keptBy: 'canonical',
    spec: { tags: ['web', 'app'] },
    item: { tags: ['app', CASE_MARK, 'web'] },
    plan: [],
  },
  {
    name: 'tags of others are taken off',
    spec: { tags: ['web'] },
    item: { tags: ['old', CASE_MARK] },
    plan: ['Tag (PUT /volumes/12) tags: ["old"] -> ["web"]'],
  },
  {
    name: 'an empty list of tags is applied',
    spec: { tags: [] },
    item: { tags: ['old', CASE_MARK] },
    plan: ['Tag (PUT /volumes/12) tags: ["old"] -> []'],
  },
  { name: 'tags that the spec does not name stay', item: { tags: ['old', CASE_MARK] }, plan: [] },
  {
    name: 'a lost mark is put back',
    item: { tags: ['old'] },
    plan: [`Tag (PUT /volumes/12) mark: ${CASE_MARK}`],
  },
  {
    name: 'a credential that may not tag is reported after all other steps',
    source: 'tags#assign',
    keptBy: 'refuse',
    mayTag: false,
    spec: { tags: ['web'], size: 40 },
    plan: [
      'Resize (POST /volumes/12/resize) size: 20 -> 40',
      'refuse spec.tags: the user of this credential cannot write tags: use a credential of an unrestricted user, or remove the tags',
    ],
  },
];

const size: readonly Case[] = [
  {
    name: 'grows in place',
    source: 'volumes#resize',
    keptBy: 'plan',
    spec: { size: 40 },
    plan: ['Resize (POST /volumes/12/resize) size: 20 -> 40'],
    sends: [{ size: 40 }],
  },
  {
    name: 'never shrinks',
    source: 'volumes#resize',
    keptBy: 'refuse',
    spec: { size: 10 },
    plan: ['refuse spec.size: a volume cannot shrink (has 20 GiB)'],
  },
  {
    name: 'waits for active before it grows',
    source: 'volumes#resize',
    keptBy: 'wait',
    spec: { size: 40 },
    item: { status: 'resizing' },
    plan: [
      'wait for the volume to be active before it grows (it is resizing)',
      'Resize (POST /volumes/12/resize) size: 20 -> 40 [after wait]',
    ],
  },
  {
    name: 'a new size that is shown while the volume grows is not asked for again',
    spec: { size: 40 },
    item: { size: 40, status: 'resizing' },
    plan: [],
  },
  {
    name: 'is attached before it grows where growing has to wait',
    spec: { size: 40, ...to(7) },
    item: { status: 'offline' },
    plan: [
      'Attach (POST /volumes/12/attach) attachment.instanceRef.id: 7',
      'wait for the volume to be active before it grows (it is offline)',
      'Resize (POST /volumes/12/resize) size: 20 -> 40 [after wait]',
    ],
  },
  {
    name: 'another region is refused, after all else was done',
    source: 'volumes#create',
    keptBy: 'refuse',
    spec: { region: 'us-east', label: 'data' },
    plan: [
      'Relabel (PUT /volumes/12) label: example -> data',
      'refuse spec.region: a volume cannot change region (is in eu-west)',
    ],
  },
];

const ours = { item: { attachedTo: 7 } };
const gone = 'Delete (DELETE /volumes/12)';
const removal: readonly Case[] = [
  { name: 'is deleted', source: 'volumes#delete', keptBy: 'plan', deleting: true, plan: [gone] },
  {
    name: 'is detached before it is deleted',
    source: 'volumes#delete',
    keptBy: 'wait',
    deleting: true,
    was: to(7),
    item: attached,
    recorded: ours,
    plan: [
      'Detach (POST /volumes/12/detach) attachment.instanceRef.id: 7 -> null',
      'wait for instance 7 to release the volume [after Detach]',
      `${gone} [after Detach, wait]`,
    ],
  },
  {
    name: 'an attachment made outside has to be released first',
    deleting: true,
    item: attached,
    plan: [OUTSIDE, `${gone} [after wait]`],
    ends: 'waiting',
  },
  {
    name: 'is not deleted while it is created',
    deleting: true,
    item: { status: 'creating' },
    plan: ['wait for the volume to be created before it is deleted', `${gone} [after wait]`],
  },
  {
    name: 'a volume that migrates is for the service to refuse, and waited for',
    source: 'volumes#delete',
    keptBy: 'wait',
    deleting: true,
    item: { status: 'migrating' },
    plan: [gone],
  },
  {
    name: 'what stays loses its mark and keeps its tags',
    retaining: true,
    item: { tags: ['web', CASE_MARK] },
    plan: [`Unmark (PUT /volumes/12) mark: ${CASE_MARK} -> null`],
  },
  {
    name: 'what stays keeps the mark of another object',
    retaining: true,
    item: { tags: [OTHER_MARK] },
    plan: [],
  },
  {
    name: 'what stays without a mark is not written to',
    retaining: true,
    item: { tags: ['web'] },
    plan: [],
  },
];

const healthRow = (
  name: string,
  said: Pick<Case, 'item' | 'spec'>,
  ready: boolean,
  reason: string,
  source: Pick<Case, 'source' | 'keptBy'> = {},
): Case => ({ name, ...said, ...source, health: { ready, reason } });
const stated = { source: 'volumes#status', keptBy: 'health' } as const;

const health: readonly Case[] = [
  healthRow('active is ready', {}, true, 'Active', stated),
  healthRow('creating is not ready', { item: { status: 'creating' } }, false, 'Creating', stated),
  healthRow('resizing is not ready', { item: { status: 'resizing' } }, false, 'Resizing', stated),
  healthRow(
    'an unknown status word is shown',
    { item: { status: 'key_rotating' } },
    false,
    'KeyRotating',
  ),
  {
    name: 'contact_support waits for a person',
    item: { status: 'contact_support' },
    health: { ready: false, reason: 'ContactSupport', stalled: true },
  },
  healthRow(
    'offline is ready when no attachment is requested',
    { item: { status: 'offline' } },
    true,
    'Offline',
  ),
  healthRow(
    'offline is not ready on an instance',
    { item: { status: 'offline', ...attached }, spec: to(7) },
    false,
    'Offline',
  ),
  healthRow('a matching attachment is ready', { item: attached, spec: to(7) }, true, 'Active'),
  healthRow('not yet attached is not ready', { spec: to(7) }, false, 'Detached'),
  healthRow(
    'attached elsewhere is not ready',
    { item: attached, spec: to(8) },
    false,
    'AttachedElsewhere',
  ),
  healthRow(
    'an attachment against the spec is not ready',
    { item: attached, spec: { attachment: { mode: 'Detached' } } },
    false,
    'Attached',
  ),
];

/** Behaviour of a Volume, row by row. */
export const volumeCases: CaseTable = {
  spec: { region: 'eu-west' },
  item,
  needs,
  stages,
  cases: [
    ...creation,
    ...clones,
    ...naming,
    ...size,
    ...attachmentCases,
    ...removal,
    ...health,
    ...volumeAdmission,
  ],
};
