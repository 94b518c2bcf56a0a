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

/** Admission rules beyond types and bounds. Source: volumes#create; volumes#attach;
 *  conventions#labels. */
export const RULES: readonly Rule[] = [
  NO_MARK,
  {
    rule: "!has(self.label) || !self.label.contains('--') && !self.label.contains('__')",
    field: 'label',
    message: 'must not have two dashes or underscores in a row',
  },
  {
    rule: ATTACHMENT(`(self.attachment.mode == 'Attached') == has(self.attachment.instanceRef)`),
    field: 'attachment.instanceRef',
    message: 'must be set if and only if mode is Attached',
  },
  namedOnce('attachment.instanceRef'),
  {
    rule: ATTACHMENT(
      `!has(self.attachment.configId) && !has(self.attachment.persistAcrossBoots) || ${TO_INSTANCE}`,
    ),
    field: 'attachment',
    message: 'may have configId and persistAcrossBoots only with mode Attached',
  },
  {
    rule: ATTACHMENT(
      '!has(self.attachment.configId) || !has(self.attachment.persistAcrossBoots) || self.attachment.persistAcrossBoots',
    ),
    field: 'attachment.configId',
    message: 'must not be set with persistAcrossBoots false: such a volume is added to no profile',
  },
  {
    rule: `!has(self.attachment) || !has(oldSelf.attachment) || ${unchanged('configId')} && ${unchanged('persistAcrossBoots')} || !(${unchanged('instanceRef')})`,
    field: 'attachment',
    message:
      'may change configId and persistAcrossBoots only together with instanceRef: they apply only to a new attachment',
  },
  {
    rule: '!has(self.size) || !has(oldSelf.size) || self.size >= oldSelf.size',
    field: 'size',
    message: 'must not decrease: a volume cannot shrink',
  },
  namedOnce('cloneFrom.volumeRef'),
  {
    rule: '!has(self.cloneFrom) || !has(self.region)',
    field: 'region',
    message: 'must not be set with cloneFrom: a clone is created in the region of its source',
  },
  {
    rule: `has(self.region) || ${TO_INSTANCE} || has(self.cloneFrom) || !${CREATES}`,
    field: 'region',
    message: 'must be set unless the volume is created for an instance or as a clone',
  },
  {
    rule: `has(self.region) || has(self.cloneFrom) || !has(self.attachment) || !has(self.attachment.persistAcrossBoots) || self.attachment.persistAcrossBoots || !${CREATES}`,
    field: 'region',
    message:
      'must be set with persistAcrossBoots false: such a volume is attached after its creation',
  },
];
