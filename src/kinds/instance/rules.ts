import type { Rule } from '../../model/definition.ts';
import { namedOnce } from '../../model/spec-fields.ts';
import { NO_MARK } from '../../model/tags.ts';
import { SLOTS, type Slot } from './parts/profiles/spec.ts';

const needs = (field: string, others: readonly string[]): string =>
  `!has(self.${field}) || ${others.map((other) => `has(self.${other})`).join(' || ')}`;

/** Returns a rule on the interfaces of the instance, and the same rule on those of each profile. */
const interfaces = (condition: (list: string) => string, message: string): readonly Rule[] => [
  {
    rule: `!has(self.interfaces) || ${condition('self.interfaces')}`,
    field: 'interfaces',
    message,
  },
  {
    rule: `!has(self.configs) || self.configs.all(config, !has(config.interfaces) || ${condition('config.interfaces')})`,
    field: 'configs',
    message: `${message}, in each profile`,
  },
];

const everyDevices = (condition: string): string =>
  `!has(self.configs) || self.configs.all(config, !has(config.devices) || ${condition})`;

/** Builds a condition on every device slot of a profile. */
const everySlot = (condition: (slot: string) => string): string =>
  everyDevices(
    SLOTS.map((slot) => `config.devices.${slot}`)
      .map((slot) => `(!has(${slot}) || ${condition(slot)})`)
      .join(' && '),
  );

/** Builds the rule that a slot of a kind has its member, and no other slot has it. */
const slotWith = (kind: string, member: string): Rule => ({
  rule: everySlot((slot) => `(${slot}.kind == '${kind}') == has(${slot}.${member})`),
  field: 'configs',
  message: `must have ${member} in a device slot if and only if its kind is ${kind}`,
});

const PARAVIRT_ONLY = ['sde', 'sdf', 'sdg', 'sdh'] as const satisfies readonly Slot[];

const NAMING: readonly Rule[] = [
  NO_MARK,
  {
    rule: "!has(self.label) || !['--', '__', '..'].exists(twice, self.label.contains(twice))",
    field: 'label',
    message: 'must not have two dashes, underscores or periods in a row',
  },
];

const DEPLOYMENT: readonly Rule[] = [
  namedOnce('stackscriptRef'),
  {
    rule: needs('stackscriptRef', ['image']),
    field: 'stackscriptRef',
    message: 'must not be set without an image that fits it',
  },
  {
    rule: needs('stackscriptDataFrom', ['stackscriptRef']),
    field: 'stackscriptDataFrom',
    message: 'must not be set without stackscriptRef',
  },
  {
    rule: '!has(self.backupId) || !has(self.image)',
    field: 'backupId',
    message: 'must not be set beside image',
  },
  {
    rule: needs('swapSize', ['image']),
    field: 'swapSize',
    message: 'must not be set without image: it is used when deploying from one',
  },
  {
    rule: needs('rootPasswordSecretRef', ['image', 'backupId']),
    field: 'rootPasswordSecretRef',
    message: 'must not be set without image or backupId',
  },
  {
    rule: '!has(oldSelf.privateIp) || !oldSelf.privateIp || !has(self.privateIp) || self.privateIp',
    field: 'privateIp',
    message: 'must not become false: a private address cannot be taken back',
  },
  {
    rule: '!has(self.backups) || !has(self.backups.schedule) || (has(self.backupsEnabled) && self.backupsEnabled)',
    field: 'backups.schedule',
    message: 'must not be set unless backupsEnabled is true: only the backup service uses it',
  },
];

const INTERFACES: readonly Rule[] = [
  ...interfaces(
    (list) => `${list}.filter(one, one.purpose == 'public').size() <= 1`,
    'must have at most one public interface',
  ),
  ...interfaces(
    (list) => `${list}.all(one, one.purpose != 'vlan' || has(one.label) && one.label != '')`,
    'must have a label in each vlan interface',
  ),
  ...interfaces(
    (list) =>
      `${list}.all(one, one.purpose != 'public' || (!has(one.label) || one.label == '') && (!has(one.ipamAddress) || one.ipamAddress == ''))`,
    'must have neither label nor ipamAddress in the public interface',
  ),
  ...interfaces(
    (list) =>
      `${list}.all(one, !has(one.label) || one.label == '' || ${list}.exists_one(other, has(other.label) && other.label == one.label))`,
    'must have each vlan in one interface only',
  ),
];

const PROFILES: readonly Rule[] = [
  slotWith('Disk', 'diskId'),
  slotWith('Volume', 'volumeRef'),
  {
    rule: everySlot(
      (slot) =>
        `(!has(${slot}.volumeRef) || has(${slot}.volumeRef.name) != has(${slot}.volumeRef.id))`,
    ),
    field: 'configs',
    message: 'must have exactly one of name and id in each volumeRef',
  },
  {
    rule: everyDevices(
      `!has(config.virtMode) || config.virtMode != 'fullvirt' || !(${PARAVIRT_ONLY.map((slot) => `has(config.devices.${slot})`).join(' || ')})`,
    ),
    field: 'configs',
    message: 'must not use sde to sdh with virtMode fullvirt',
  },
];

/** Admission rules beyond types and bounds. Source: compute#create; compute#interfaces;
 *  conventions#labels. */
export const RULES: readonly Rule[] = [...NAMING, ...DEPLOYMENT, ...INTERFACES, ...PROFILES];
