import type { Rule } from '../../model/definition.ts';
import { namedOnce } from '../../model/spec-fields.ts';
import { NO_MARK } from '../../model/tags.ts';

const TO_INSTANCE = "(has(self.attachment) && self.attachment.mode == 'Attached')";
const ATTACHMENT = (condition: string): string => `!has(self.attachment) || ${condition}`;
const CREATES = '(!has(self.import) || has(self.import.orCreate) && self.import.orCreate)';

const unchanged = (field: string): string => {
  const [now, before] = [`self.attachment.${field}`, `oldSelf.attachment.${field}`];
  return `has(${now}) == has(${before}) && (!has(${now}) || ${now} == ${before})`;
};

/** What admission refuses beyond types and bounds. Source: volumes#create; volumes#attach;
 *  conventions#labels. */
export const RULES: readonly Rule[] = [
  NO_MARK,
  {
    rule: "!has(self.label) || !self.label.contains('--') && !self.label.contains('__')",
    message: 'spec.label: no two dashes or underscores in a row',
  },
  {
    rule: ATTACHMENT(`(self.attachment.mode == 'Attached') == has(self.attachment.instanceRef)`),
    message: 'spec.attachment: instanceRef goes with mode Attached, and only with it',
  },
  namedOnce('attachment.instanceRef'),
  {
    rule: ATTACHMENT(
      `!has(self.attachment.configId) && !has(self.attachment.persistAcrossBoots) || ${TO_INSTANCE}`,
    ),
    message: 'spec.attachment: configId and persistAcrossBoots go with mode Attached',
  },
  {
    rule: ATTACHMENT(
      '!has(self.attachment.configId) || !has(self.attachment.persistAcrossBoots) || self.attachment.persistAcrossBoots',
    ),
    message:
      'spec.attachment.configId: a volume that does not persist across boots is added to no profile',
  },
  {
    rule: `!has(self.attachment) || !has(oldSelf.attachment) || ${unchanged('configId')} && ${unchanged('persistAcrossBoots')} || !(${unchanged('instanceRef')})`,
    message:
      'spec.attachment: configId and persistAcrossBoots are used when attaching: change them together with instanceRef',
  },
  {
    rule: '!has(self.size) || !has(oldSelf.size) || self.size >= oldSelf.size',
    message: 'spec.size: a volume cannot shrink',
  },
  namedOnce('cloneFrom.volumeRef'),
  {
    rule: '!has(self.cloneFrom) || !has(self.region)',
    message: 'spec.region: a clone is made in the region of its source; leave the region out',
  },
  {
    rule: `has(self.region) || ${TO_INSTANCE} || has(self.cloneFrom) || !${CREATES}`,
    message: 'spec.region is required unless the volume is made for an instance or as a clone',
  },
  {
    rule: `has(self.region) || has(self.cloneFrom) || !has(self.attachment) || !has(self.attachment.persistAcrossBoots) || self.attachment.persistAcrossBoots || !${CREATES}`,
    message:
      'spec.region is required with persistAcrossBoots false: such a volume is attached after it is made',
  },
];
