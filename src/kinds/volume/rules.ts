import type { Rule } from '../../model/definition.ts';
import { NO_MARK } from '../../model/tags.ts';

const TO_INSTANCE = '(has(self.instanceRef) || has(self.instanceId))';
const CREATES = '(!has(self.import) || has(self.import.orCreate) && self.import.orCreate)';

const unchanged = (field: string): string =>
  `has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || self.${field} == oldSelf.${field})`;
const INSTANCE_UNCHANGED = `${unchanged('instanceRef')} && ${unchanged('instanceId')}`;

/** What admission refuses beyond types and bounds. Source: volumes#create; volumes#attach;
 *  conventions#labels. */
export const RULES: readonly Rule[] = [
  NO_MARK,
  {
    rule: "!has(self.label) || !self.label.contains('--') && !self.label.contains('__')",
    message: 'spec.label: no two dashes or underscores in a row',
  },
  {
    rule: '[has(self.instanceRef), has(self.instanceId), has(self.detached)].filter(named, named).size() <= 1',
    message: 'at most one of spec.instanceRef, spec.instanceId and spec.detached',
  },
  {
    rule: `!has(self.configId) && !has(self.persistAcrossBoots) || ${TO_INSTANCE}`,
    message: 'spec.configId and spec.persistAcrossBoots say how to attach: name the instance too',
  },
  {
    rule: '!has(self.configId) || !has(self.persistAcrossBoots) || self.persistAcrossBoots',
    message: 'spec.configId: a volume that does not persist across boots is added to no profile',
  },
  {
    rule: `${unchanged('configId')} && ${unchanged('persistAcrossBoots')} || !(${INSTANCE_UNCHANGED})`,
    message:
      'spec.configId and spec.persistAcrossBoots are used when attaching: change them together with the instance',
  },
  {
    rule: '!has(self.size) || !has(oldSelf.size) || self.size >= oldSelf.size',
    message: 'spec.size: a volume cannot shrink',
  },
  {
    rule: '!has(self.cloneFrom) || has(self.cloneFrom.volumeRef) != has(self.cloneFrom.volumeId)',
    message: 'spec.cloneFrom needs exactly one of volumeRef and volumeId',
  },
  {
    rule: '!has(self.cloneFrom) || !has(self.region)',
    message: 'spec.region: a clone is made in the region of its source; leave the region out',
  },
  {
    rule: `has(self.region) || ${TO_INSTANCE} || has(self.cloneFrom) || !${CREATES}`,
    message: 'spec.region is required unless the volume is made for an instance or as a clone',
  },
  {
    rule: `has(self.region) || has(self.cloneFrom) || !has(self.persistAcrossBoots) || self.persistAcrossBoots || !${CREATES}`,
    message:
      'spec.region is required with persistAcrossBoots false: such a volume is attached after it is made',
  },
];
