import type { Case } from '../../../model/case.ts';
import { to } from './fixtures.ts';

const attached = { compute_id: 7, compute_label: 'web-1' };

export const OUTSIDE =
  'wait for instance 7 to release the volume, which was attached outside the cluster: detach it there, or set spec.attachment.mode to Detached';

const ours = { item: { attachedTo: 7 } };
const near = { target: { id: 8, region: 'eu-west' }, profiles: [{ id: 4 }] };
const moving = { was: to(7), item: attached, recorded: ours } as const;
/** Attachment of a Volume, by the operator or by others. */
export const attachmentCases: readonly Case[] = [
  {
    name: 'is attached to the instance',
    source: 'volumes#attach',
    keptBy: 'plan',
    spec: to(7),
    plan: ['Attach (POST /volumes/12/attach) attachment.instanceRef.id: 7'],
  },
  {
    name: 'is added to a profile of the instance',
    source: 'volumes#attach',
    keptBy: 'plan',
    spec: to(7, { configId: 3 }),
    plan: ['Attach (POST /volumes/12/attach) attachment.instanceRef.id: 7'],
    sends: [{ compute_id: 7, config_id: 3 }],
  },
  {
    name: 'is added to a profile of the instance, across boots',
    source: 'volumes#attach',
    keptBy: 'plan',
    spec: to(7, { configId: 3, persistAcrossBoots: true }),
    plan: ['Attach (POST /volumes/12/attach) attachment.instanceRef.id: 7'],
    sends: [{ compute_id: 7, config_id: 3, persist_across_boots: true }],
  },
  {
    name: 'is attached until the next boot',
    source: 'volumes#attach',
    keptBy: 'plan',
    spec: to(7, { persistAcrossBoots: false }),
    plan: ['Attach (POST /volumes/12/attach) attachment.instanceRef.id: 7'],
    sends: [{ compute_id: 7, persist_across_boots: false }],
  },
  {
    name: 'another region than that of the instance is for the service to refuse',
    source: 'volumes#attach',
    keptBy: 'refuse',
    spec: { ...to(9), region: 'eu-west' },
    plan: ['Attach (POST /volumes/12/attach) attachment.instanceRef.id: 9'],
    ends: 'refused',
  },
  ...(
    [
      'that is of another instance, or cannot be chosen',
      'where there is no room for a further volume',
    ] as const
  ).map(
    (what, i): Case => ({
      name: `a profile ${what} is for the service to refuse`,
      source: 'volumes#attach',
      keptBy: 'refuse',
      spec: to(7, { configId: 4 + i }),
      plan: ['Attach (POST /volumes/12/attach) attachment.instanceRef.id: 7'],
      ends: 'refused',
    }),
  ),
  {
    name: 'is not attached while it is created',
    spec: to(7),
    item: { status: 'creating' },
    plan: [
      'wait for the volume to be created before it is attached',
      'Attach (POST /volumes/12/attach) attachment.instanceRef.id: 7 [after wait]',
    ],
  },
  {
    name: 'a matching attachment is left alone',
    spec: to(7),
    item: attached,
    plan: [],
  },
  {
    name: 'an attachment that the spec does not name is not managed',
    was: to(7),
    item: attached,
    recorded: ours,
    plan: [],
  },
  {
    name: 'moves from the instance that it was attached to by us',
    source: 'volumes#attach',
    keptBy: 'plan',
    spec: to(8),
    ...moving,
    details: near,
    plan: [
      'Detach (POST /volumes/12/detach) attachment.instanceRef.id: 7 -> null',
      'wait for instance 7 to release the volume [after Detach]',
      'Attach (POST /volumes/12/attach) attachment.instanceRef.id: 8 [after Detach, wait]',
    ],
  },
  {
    name: 'stays where it is when the next instance is in another region',
    source: 'volumes#attach',
    keptBy: 'refuse',
    spec: to(9),
    ...moving,
    details: { target: { id: 9, region: 'us-east' }, profiles: [{ id: 4 }] },
    plan: [
      'refuse spec.attachment.instanceRef: instance 9 is in region us-east, and the volume is in eu-west',
    ],
  },
  {
    name: 'stays where it is while the next instance has no profile',
    source: 'volumes#attach',
    keptBy: 'wait',
    spec: to(8),
    item: attached,
    recorded: ours,
    details: { ...near, profiles: [] },
    plan: ['wait for a profile of instance 8 before the volume leaves instance 7'],
  },
  {
    name: 'stays where it is while the next instance does not have the profile that the spec names',
    source: 'volumes#attach',
    keptBy: 'wait',
    spec: to(8, { configId: 3 }),
    ...moving,
    details: near,
    plan: ['wait for profile 3 of instance 8 before the volume leaves instance 7'],
  },
  {
    name: 'stays where it is while the next instance is not shown',
    spec: to(8),
    item: attached,
    recorded: ours,
    details: { target: null, profiles: null },
    plan: [
      'wait for instance 8, which the service does not return, before the volume leaves instance 7',
    ],
  },
  {
    name: 'stays where it is until the next instance was looked at',
    spec: to(8),
    ...moving,
    unseen: true,
    plan: ['wait for a read of instance 8 before the volume leaves instance 7'],
  },
  {
    name: 'needs no profile of the next instance until its next boot',
    source: 'volumes#attach',
    keptBy: 'plan',
    spec: to(8, { persistAcrossBoots: false }),
    ...moving,
    details: { ...near, profiles: [] },
    plan: [
      'Detach (POST /volumes/12/detach) attachment.instanceRef.id: 7 -> null',
      'wait for instance 7 to release the volume [after Detach]',
      'Attach (POST /volumes/12/attach) attachment.instanceRef.id: 8 [after Detach, wait]',
    ],
  },
  {
    name: 'does not detach a volume that was attached outside',
    spec: to(8),
    item: attached,
    plan: [OUTSIDE, 'Attach (POST /volumes/12/attach) attachment.instanceRef.id: 8 [after wait]'],
    ends: 'waiting',
  },
  {
    name: 'is detached when the spec says so, even if it was attached outside',
    spec: { attachment: { mode: 'Detached' } },
    item: attached,
    plan: [
      'Detach (POST /volumes/12/detach) attachment.instanceRef.id: 7 -> null',
      'wait for instance 7 to release the volume [after Detach]',
    ],
    ends: 'ready',
  },
  { name: 'is detached already', spec: { attachment: { mode: 'Detached' } }, plan: [] },
];
