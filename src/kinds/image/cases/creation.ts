import type { Case } from '../../../model/case.ts';
import { disk, fromDisk, swap, uploaded } from './fixtures.ts';

const disks = (...rows: readonly object[]) => ({ before: { disks: rows } });
const waiting = (name: string, over: Partial<Case>, line: string, source?: string): Case => ({
  name,
  item: null,
  ...over,
  ...(source === undefined ? {} : { source, keptBy: 'wait' as const }),
  plan: [`wait for ${line}`],
});

/** Creation of an Image: from a disk, and by upload. */
export const creationCases: readonly Case[] = [
  {
    name: 'is made from the disk of the instance that is no swap disk',
    source: 'images#create',
    keptBy: 'plan',
    item: null,
    plan: ['Capture (POST /images)'],
    sends: [{ disk_id: 71, label: 'example' }],
  },
  {
    name: 'is made from a disk with all that the body can carry',
    source: 'images#create',
    keptBy: 'plan',
    item: null,
    spec: {
      ...fromDisk({ diskLabel: '512 MB Swap Image' }),
      label: 'golden',
      description: 'For the shop.',
    },
    plan: ['Capture (POST /images) label: golden, description: For the shop.'],
    sends: [{ disk_id: 72, label: 'golden', description: 'For the shop.' }],
  },
  {
    name: 'is made while the instance is off',
    item: null,
    before: { instance: { id: 7, status: 'offline' } },
    plan: ['Capture (POST /images)'],
  },
  {
    name: 'a disk of its own name is found among several',
    item: null,
    spec: fromDisk({ diskLabel: 'data' }),
    ...disks(disk(), disk({ id: 73, label: 'data' }), swap),
    plan: ['Capture (POST /images)'],
    sends: [{ disk_id: 73, label: 'example' }],
  },
  waiting(
    'an instance without an id is waited for',
    { spec: fromDisk({ instanceRef: { name: 'web-1' } }) },
    'the instance with the disk, which has no id yet',
  ),
  waiting(
    'an instance that the service does not show is waited for',
    { before: { instance: null, disks: null } },
    'instance 7, which the service does not return',
  ),
  waiting(
    'a busy instance is waited for',
    { before: { instance: { id: 7, status: 'provisioning' } } },
    'instance 7 to be running or offline (it is provisioning)',
    'images#create',
  ),
  waiting(
    'a disk that is not ready is waited for',
    disks(disk({ status: 'not ready' }), swap),
    'disk Debian 11 Disk of instance 7 to be ready (it is not ready)',
    'images#create',
  ),
  waiting(
    'a disk that does not exist is waited for',
    { spec: fromDisk({ diskLabel: 'data' }) },
    'a disk data of instance 7 (it has Debian 11 Disk, 512 MB Swap Image)',
  ),
  waiting(
    'an instance without a disk is waited for',
    disks(),
    'a disk of instance 7 (it has none)',
  ),
  {
    name: 'a choice among several disks is left to the spec',
    item: null,
    ...disks(disk(), disk({ id: 73, label: 'data' }), swap),
    plan: [
      'refuse spec.source.diskLabel: instance 7 has several disks: name one of Debian 11 Disk, data, 512 MB Swap Image',
    ],
  },
  {
    name: 'two disks with one label are not told apart',
    item: null,
    spec: fromDisk({ diskLabel: 'Debian 11 Disk' }),
    ...disks(disk(), disk({ id: 73 })),
    plan: [
      'refuse spec.source.diskLabel: instance 7 has several disks with the label Debian 11 Disk: give them different labels',
    ],
  },
  {
    name: 'an upload is made, and waits for its data',
    source: 'images#upload',
    keptBy: 'plan',
    item: null,
    spec: { ...uploaded, label: 'golden', description: 'For the shop.' },
    plan: ['Upload (POST /images/upload) label: golden, description: For the shop.'],
    sends: [{ label: 'golden', region: 'eu-west', description: 'For the shop.' }],
    ends: 'waiting',
  },
  {
    name: 'the name of the object is the label of an upload',
    source: 'images#upload',
    keptBy: 'plan',
    item: null,
    spec: uploaded,
    plan: ['Upload (POST /images/upload)'],
    sends: [{ label: 'example', region: 'eu-west' }],
    ends: 'waiting',
  },
  {
    name: 'a region that does not exist is for the service to refuse',
    source: 'images#upload',
    keptBy: 'refuse',
    item: null,
    spec: { source: { kind: 'Upload', region: 'mars' } },
    plan: ['Upload (POST /images/upload)'],
    ends: 'refused',
  },
];
