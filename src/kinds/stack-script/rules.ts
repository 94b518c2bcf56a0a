import type { Rule } from '../../model/definition.ts';

/** Admission rules beyond types and bounds. Source: images#stackscripts. */
export const RULES: readonly Rule[] = [
  {
    rule: '!has(oldSelf.public) || !oldSelf.public || !has(self.public) || self.public',
    field: 'public',
    message: 'must not become false: a public script cannot be made private',
  },
];
