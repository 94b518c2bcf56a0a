import type { Rule } from '../../model/definition.ts';
import { NO_MARK } from '../../model/tags.ts';
import { SLOTS, type Slot } from './parts/profiles/spec.ts';

const needs = (field: string, others: readonly string[]): string =>
  `!has(self.${field}) || ${others.map((other) => `has(self.${other})`).join(' || ')}`;

/** A condition on every list of interfaces: that of the instance and those of its profiles. */
const everyInterfaces = (condition: (list: string) => string): string =>
  `(!has(self.interfaces) || ${condition('self.interfaces')}) && ` +
  `(!has(self.configs) || self.configs.all(config, !has(config.interfaces) || ${condition('config.interfaces')}))`;

const everyDevices = (condition: string): string =>
  `!has(self.configs) || self.configs.all(config, !has(config.devices) || ${condition})`;

/** A condition on every device slot that a profile names. */
const everySlot = (condition: (slot: string) => string): string =>
  everyDevices(
    SLOTS.map((slot) => `config.devices.${slot}`)
      .map((slot) => `(!has(${slot}) || ${condition(slot)})`)
      .join(' && '),
  );
const goesWith = (slot: string, kind: string, member: string): string =>
  `(${slot}.kind == '${kind}') == has(${slot}.${member})`;

const PARAVIRT_ONLY = ['sde', 'sdf', 'sdg', 'sdh'] as const satisfies readonly Slot[];

const NAMING: readonly Rule[] = [
  NO_MARK,
  {
    rule: "!has(self.label) || !['--', '__', '..'].exists(twice, self.label.contains(twice))",
    message: 'spec.label: no two dashes, underscores or periods in a row',
  },
];

const DEPLOYMENT: readonly Rule[] = [
  {
    rule: needs('stackscriptId', ['image']),
    message: 'spec.stackscriptId needs an image that fits it',
  },
  {
    rule: needs('stackscriptDataFrom', ['stackscriptId']),
    message: 'spec.stackscriptDataFrom needs a stackscriptId',
  },
  {
    rule: '!has(self.backupId) || !has(self.image)',
    message: 'at most one of spec.image and spec.backupId',
  },
  {
    rule: needs('swapSize', ['image']),
    message: 'spec.swapSize is used only when deploying from an image',
  },
  {
    rule: needs('rootPasswordSecretRef', ['image', 'backupId']),
    message: 'spec.rootPasswordSecretRef needs an image or a backupId',
  },
  {
    rule: '!has(oldSelf.privateIp) || !oldSelf.privateIp || !has(self.privateIp) || self.privateIp',
    message: 'spec.privateIp: a private address cannot be taken back',
  },
  {
    rule: '!has(self.backups) || !has(self.backups.schedule) || !has(self.backupsEnabled) || self.backupsEnabled',
    message:
      'spec.backups.schedule needs the backup service: it counts only with backupsEnabled true',
  },
];

const INTERFACES: readonly Rule[] = [
  {
    rule: everyInterfaces((list) => `${list}.filter(one, one.purpose == 'public').size() <= 1`),
    message: 'interfaces: at most one is public',
  },
  {
    rule: everyInterfaces(
      (list) => `${list}.all(one, one.purpose != 'vlan' || has(one.label) && one.label != '')`,
    ),
    message: 'interfaces: a vlan needs a label',
  },
  {
    rule: everyInterfaces(
      (list) =>
        `${list}.all(one, one.purpose != 'public' || (!has(one.label) || one.label == '') && (!has(one.ipamAddress) || one.ipamAddress == ''))`,
    ),
    message: 'interfaces: a public one has neither label nor ipamAddress',
  },
  {
    rule: everyInterfaces(
      (list) =>
        `${list}.all(one, !has(one.label) || one.label == '' || ${list}.exists_one(other, has(other.label) && other.label == one.label))`,
    ),
    message: 'interfaces: the label of a vlan is used once',
  },
];

const PROFILES: readonly Rule[] = [
  {
    rule: '!has(self.configs) || self.configs.all(one, self.configs.exists_one(other, other.label == one.label))',
    message: 'spec.configs: labels are unique',
  },
  {
    rule: everySlot(
      (slot) => `${goesWith(slot, 'Disk', 'diskId')} && ${goesWith(slot, 'Volume', 'volumeRef')}`,
    ),
    message:
      'spec.configs: in a device slot, diskId goes with kind Disk and volumeRef with kind Volume, and only there',
  },
  {
    rule: everySlot(
      (slot) =>
        `(!has(${slot}.volumeRef) || has(${slot}.volumeRef.name) != has(${slot}.volumeRef.id))`,
    ),
    message: 'spec.configs: a volumeRef has exactly one of name and id',
  },
  {
    rule: everyDevices(
      `!has(config.virtMode) || config.virtMode != 'fullvirt' || !(${PARAVIRT_ONLY.map((slot) => `has(config.devices.${slot})`).join(' || ')})`,
    ),
    message: 'sde to sdh cannot be used with virtMode fullvirt',
  },
];

/** What admission refuses beyond types and bounds. Source: compute#create; compute#interfaces;
 *  conventions#labels. */
export const RULES: readonly Rule[] = [...NAMING, ...DEPLOYMENT, ...INTERFACES, ...PROFILES];
