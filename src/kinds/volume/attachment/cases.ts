import type { Case } from '../../../model/case.ts';

const VOLUMES = 'document 1, "Volumes"';
const GUARDS = 'document 1, "States and transitions"';
const attached = { compute_id: 7, compute_label: 'web-1' };

export const OUTSIDE = 'wait for instance 7 to release the volume, which was attached there outside: detach it there, or set spec.detached';

const ours = { attachedTo: 7 };
/** Where a Volume is attached, and who attached it. */
export const attachmentCases: readonly Case[] = [
  {
    name: 'is attached to the instance',
    source: VOLUMES,
    keptBy: 'plan',
    spec: { instanceId: 7 },
    plan: ['Attach (POST /volumes/12/attach) instanceId: null -> 7'],
  },
  {
    name: 'is added to a profile of the instance',
    source: VOLUMES,
    keptBy: 'plan',
    spec: { instanceId: 7, configId: 3 },
    plan: ['Attach (POST /volumes/12/attach) instanceId: null -> 7'],
    sends: [{ compute_id: 7, config_id: 3 }],
  },
  {
    name: 'is attached until the next boot',
    source: VOLUMES,
    keptBy: 'plan',
    spec: { instanceId: 7, persistAcrossBoots: false },
    plan: ['Attach (POST /volumes/12/attach) instanceId: null -> 7'],
    sends: [{ compute_id: 7, persist_across_boots: false }],
  },
  {
    name: 'another region than that of the instance is for the service to refuse',
    source: `${GUARDS}, guard 6`,
    keptBy: 'refuse',
    spec: { instanceId: 9, region: 'eu-west' },
    plan: ['Attach (POST /volumes/12/attach) instanceId: null -> 9'],
    ends: 'refused',
  },
  ...(['that is of another instance, or cannot be chosen', 'where there is no room for a further volume'] as const).map(
    (what, i): Case => ({
      name: `a profile ${what} is for the service to refuse`,
      source: VOLUMES,
      keptBy: 'refuse',
      spec: { instanceId: 7, configId: 4 + i },
      plan: ['Attach (POST /volumes/12/attach) instanceId: null -> 7'],
      ends: 'refused',
    }),
  ),
  {
    name: 'is not attached while it is created',
    spec: { instanceId: 7 },
    item: { status: 'creating' },
    plan: [
      'wait for the volume to be created before it is attached',
      'Attach (POST /volumes/12/attach) instanceId: null -> 7 [after wait]',
    ],
  },
  { name: 'an attachment as wished is left alone', spec: { instanceId: 7 }, item: attached, plan: [] },
  { name: 'an attachment that the spec does not name is not managed', was: { instanceId: 7 }, item: attached, recorded: ours, plan: [] },
  {
    name: 'moves from the instance that it was attached to by us',
    source: VOLUMES,
    keptBy: 'plan',
    spec: { instanceId: 8 },
    was: { instanceId: 7 },
    item: attached,
    recorded: ours,
    plan: [
      'Detach (POST /volumes/12/detach) instanceId: 7 -> null',
      'wait for instance 7 to release the volume [after Detach]',
      'Attach (POST /volumes/12/attach) instanceId: null -> 8 [after Detach, wait]',
    ],
  },
  {
    name: 'does not take a volume from where somebody else attached it',
    spec: { instanceId: 8 },
    item: attached,
    plan: [OUTSIDE, 'Attach (POST /volumes/12/attach) instanceId: null -> 8 [after wait]'],
    ends: 'waiting',
  },
  {
    name: 'is detached when that is the wish, whoever attached it',
    spec: { detached: true },
    item: attached,
    plan: ['Detach (POST /volumes/12/detach) instanceId: 7 -> null', 'wait for instance 7 to release the volume [after Detach]'],
    ends: 'ready',
  },
  { name: 'is detached already', spec: { detached: true }, plan: [] },
];
