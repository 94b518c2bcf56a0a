import { type Case, type Refusal, refusals } from '../../../model/case.ts';

const LIMITS = 'document 1, "Limits"';
const BODY = 'document 1, "Create instance body"';
const UPDATE = 'document 1, "Update instance body"';
const PROFILE = 'document 1, "Configuration profile"';
const INTERFACE = 'facts, 1.3';

const image = 'compute/debian11';
const vlan = { purpose: 'vlan', label: 'back' };
const aPublic = { purpose: 'public' };
const profile = (fields: object) => ({ configs: [{ label: 'main', ...fields }] });
const devices = (fields: object) => profile({ devices: fields });
const slotRule = 'a device slot has exactly one of diskId, volumeId, volumeRef and empty';
const twice = 'spec.label: no two dashes, underscores or periods in a row';

const REFUSALS: readonly Refusal[] = [
  ['a label has three characters', LIMITS, 'schema', { label: 'ab' }, 'spec.label'],
  ['a label has at most 64 characters', LIMITS, 'schema', { label: 'a'.repeat(65) }, 'spec.label'],
  ['a label begins with a letter', 'facts, 5', 'schema', { label: '1st' }, 'spec.label'],
  ['a label has no other characters', 'facts, 5', 'schema', { label: 'web 1' }, 'spec.label'],
  ['a label repeats no dash', 'facts, 5', 'CEL', { label: 'web--1' }, twice],
  ['a label repeats no underscore', 'facts, 5', 'CEL', { label: 'web__1' }, twice],
  ['a label repeats no period', 'facts, 5', 'CEL', { label: 'web..1' }, twice],
  ['a tag has three characters', LIMITS, 'schema', { tags: ['ab'] }, 'spec.tags[0]'],
  ['a mark is no tag for people', null, 'CEL', { tags: ['k8s:1'] }, 'spec.tags: tags that begin with k8s: belong to the operator'],
  ['an image is public or private', 'document 1, "Image"', 'schema', { image: 'debian11' }, 'spec.image'],
  ['a StackScript needs an image', BODY, 'CEL', { stackscriptId: 10 }, 'spec.stackscriptId needs an image that fits it'],
  [
    'answers need a StackScript',
    BODY,
    'CEL',
    { image, stackscriptDataFrom: { name: 'a' } },
    'spec.stackscriptDataFrom needs a stackscriptId',
  ],
  ['a backup and an image exclude each other', BODY, 'CEL', { image, backupId: 9 }, 'at most one of spec.image and spec.backupId'],
  ['swap needs an image', BODY, 'CEL', { swapSize: 512 }, 'spec.swapSize is used only when deploying from an image'],
  ['swap is not negative', BODY, 'schema', { image, swapSize: -1 }, 'spec.swapSize'],
  [
    'a password needs something deployed',
    BODY,
    'CEL',
    { rootPasswordSecretRef: { name: 'a' } },
    'spec.rootPasswordSecretRef needs an image or',
  ],
  ['a private address stays', BODY, 'CEL', { privateIp: false }, 'a private address cannot be taken back', { privateIp: true }],
  ['a threshold is not negative', UPDATE, 'schema', { alerts: { cpu: -1 } }, 'spec.alerts.cpu'],
  ['a day is a day of the week', 'facts, 1.1', 'schema', { backups: { schedule: { day: 'Someday' } } }, 'spec.backups.schedule.day'],
  ['Scheduling is no wish', 'facts, 1.1', 'schema', { backups: { schedule: { day: 'Scheduling' } } }, 'spec.backups.schedule.day'],
  ['a window is even', 'facts, 1.1', 'schema', { backups: { schedule: { window: 'W1' } } }, 'spec.backups.schedule.window'],
  [
    'a schedule needs backups',
    UPDATE,
    'CEL',
    { backupsEnabled: false, backups: { schedule: { day: 'Sunday' } } },
    'needs the backup service',
  ],
  ['there are three interfaces', LIMITS, 'schema', { image, interfaces: [aPublic, vlan, vlan, vlan] }, 'spec.interfaces'],
  ['a profile has three interfaces', LIMITS, 'schema', profile({ interfaces: [aPublic, vlan, vlan, vlan] }), 'spec.configs[0].interfaces'],
  ['a purpose is one that is known', BODY, 'schema', { image, interfaces: [{ purpose: 'private' }] }, 'spec.interfaces[0].purpose'],
  ['a vlan has lower-case letters', INTERFACE, 'schema', { image, interfaces: [{ ...vlan, label: 'Back' }] }, 'spec.interfaces[0].label'],
  [
    'an address has a prefix',
    BODY,
    'schema',
    { image, interfaces: [{ ...vlan, ipamAddress: '10.0.0.1' }] },
    'spec.interfaces[0].ipamAddress',
  ],
  ['one interface is public', INTERFACE, 'CEL', { image, interfaces: [aPublic, aPublic] }, 'interfaces: at most one is public'],
  [
    'one interface of a profile is public',
    INTERFACE,
    'CEL',
    profile({ interfaces: [aPublic, aPublic] }),
    'interfaces: at most one is public',
  ],
  ['a vlan has a label', INTERFACE, 'CEL', { image, interfaces: [{ purpose: 'vlan' }] }, 'interfaces: a vlan needs a label'],
  ['a vlan is not named by nothing', INTERFACE, 'CEL', { image, interfaces: [{ ...vlan, label: '' }] }, 'interfaces: a vlan needs a label'],
  [
    'a public interface has no label',
    BODY,
    'CEL',
    { image, interfaces: [{ ...aPublic, label: 'x' }] },
    'has neither label nor ipamAddress',
  ],
  [
    'a public interface has no address',
    BODY,
    'CEL',
    profile({ interfaces: [{ ...aPublic, ipamAddress: '10.0.0.1/24' }] }),
    'has neither label nor',
  ],
  ['a vlan is joined once', INTERFACE, 'CEL', { image, interfaces: [vlan, vlan] }, 'interfaces: the label of a vlan is used once'],
  ['a profile has a label', LIMITS, 'schema', { configs: [{ label: '' }] }, 'spec.configs[0].label'],
  ['a profile label has at most 48 characters', LIMITS, 'schema', { configs: [{ label: 'a'.repeat(49) }] }, 'spec.configs[0].label'],
  ['a profile is named once', null, 'CEL', { configs: [{ label: 'main' }, { label: 'main' }] }, 'spec.configs: labels are unique'],
  ['a run level is one that is known', PROFILE, 'schema', profile({ runLevel: '5' }), 'spec.configs[0].runLevel'],
  ['a virtualization is one that is known', PROFILE, 'schema', profile({ virtMode: 'none' }), 'spec.configs[0].virtMode'],
  ['a memory limit is not negative', PROFILE, 'schema', profile({ memoryLimit: -1 }), 'spec.configs[0].memoryLimit'],
  ['there is no ninth device', PROFILE, 'schema', devices({ sdi: { diskId: 1 } }), 'sdi'],
  ['a slot holds one thing', INTERFACE, 'CEL', devices({ sda: { diskId: 1, volumeId: 2 } }), slotRule],
  ['a slot holds something', INTERFACE, 'CEL', devices({ sdh: {} }), slotRule],
  ['a slot is not both empty and filled', null, 'CEL', devices({ sdc: { volumeRef: { name: 'a' }, empty: true } }), slotRule],
  [
    'fullvirt has four slots',
    INTERFACE,
    'CEL',
    profile({ virtMode: 'fullvirt', devices: { sde: { diskId: 1 } } }),
    'sde to sdh cannot be used',
  ],
  ['a field that nobody knows is refused', null, 'schema', { root_pass: 'secret' }, 'root_pass'],
];

/** What admission refuses of an Instance. */
export const instanceAdmission: readonly Case[] = refusals(REFUSALS);
