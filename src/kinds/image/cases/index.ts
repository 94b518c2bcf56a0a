import { CASE_NAME, type Case, type CaseTable } from '../../../model/case.ts';
import { imageAdmission } from './admission.ts';
import { creationCases } from './creation.ts';
import { before, fromDisk, needs, stages } from './fixtures.ts';

const item = {
  id: 12,
  label: CASE_NAME,
  description: '',
  status: 'available',
  type: 'manual',
  size: 366,
  is_public: false,
  deprecated: false,
  created: '2018-01-02T03:04:05',
  updated: '2018-01-02T03:04:05',
  created_by: 'admin',
  vendor: null,
  expiry: null,
  eol: null,
};

const DATA = 'wait for the data of the image';
const pending = { status: 'pending_upload', size: 0 };

const naming: readonly Case[] = [
  { name: 'matching fields are left alone', plan: [] },
  {
    name: 'what the spec does not name is not managed',
    item: { label: 'other', description: 'by hand' },
    plan: [],
  },
  {
    name: 'label and description are changed in place',
    source: 'images#images',
    keptBy: 'plan',
    spec: { label: 'golden', description: 'For the shop.' },
    plan: [
      'Update (PUT /images/private/12) label: example -> golden, description:  -> For the shop.',
    ],
    sends: [{ label: 'golden', description: 'For the shop.' }],
  },
  {
    name: 'a description that was changed outside is put back',
    spec: { description: 'For the shop.' },
    item: { description: 'theirs' },
    plan: ['Update (PUT /images/private/12) description: theirs -> For the shop.'],
  },
  {
    name: 'no description and an empty one are the same',
    source: 'images#images',
    keptBy: 'canonical',
    item: { description: null },
    plan: [],
  },
  {
    name: 'is changed while it is created',
    spec: { label: 'golden' },
    item: { status: 'creating' },
    plan: ['Update (PUT /images/private/12) label: example -> golden'],
  },
  {
    name: 'its data is waited for',
    source: 'images#upload',
    keptBy: 'wait',
    item: pending,
    plan: [DATA],
  },
  {
    name: 'is changed while it waits for its data',
    spec: { label: 'golden' },
    item: pending,
    plan: ['Update (PUT /images/private/12) label: example -> golden', DATA],
  },
];

const gone = 'Delete (DELETE /images/private/12)';
const removal: readonly Case[] = [
  { name: 'is deleted', source: 'images#images', keptBy: 'plan', deleting: true, plan: [gone] },
  {
    name: 'is deleted while it waits for its data',
    deleting: true,
    item: pending,
    plan: [gone],
  },
  { name: 'what stays carries no mark to take off', retaining: true, plan: [] },
];

const stated = (status: string, ready: boolean, reason: string): Case => ({
  name: `${status} is ${ready ? '' : 'not '}ready`,
  source: 'images#images',
  keptBy: 'health',
  item: { status },
  health: { ready, reason },
});

const health: readonly Case[] = [
  stated('available', true, 'Available'),
  stated('creating', false, 'Creating'),
  stated('pending_upload', false, 'PendingUpload'),
  {
    name: 'an upload whose address was written to its Secret is not ready',
    item: pending,
    recorded: { item: { hasAddress: true } },
    health: { ready: false, reason: 'PendingUpload' },
  },
  {
    name: 'an unknown status word is shown',
    item: { status: 'key_rotating' },
    health: { ready: false, reason: 'KeyRotating' },
  },
];

/** Behaviour of an Image, row by row. */
export const imageCases: CaseTable = {
  spec: fromDisk(),
  item,
  needs,
  stages,
  before,
  cases: [...creationCases, ...naming, ...removal, ...health, ...imageAdmission],
};
