import type { Rule } from '../../model/definition.ts';
import { namedOnce } from '../../model/spec-fields.ts';

/** Builds the rule that a source of a kind has its member, and no other source has it. */
const sourceWith = (kind: string, member: string): Rule => ({
  rule: `!has(self.source) || (self.source.kind == '${kind}') == has(self.source.${member})`,
  field: `source.${member}`,
  message: `must be set if and only if kind is ${kind}`,
});

/** Admission rules beyond types and bounds. Source: images#create; images#upload. */
export const RULES: readonly Rule[] = [
  sourceWith('Disk', 'instanceRef'),
  namedOnce('source.instanceRef'),
  {
    rule: "!has(self.source) || self.source.kind == 'Disk' || !has(self.source.diskLabel)",
    field: 'source.diskLabel',
    message: 'must not be set without kind Disk',
  },
  sourceWith('Upload', 'region'),
];
