import type { Rule } from '../../model/definition.ts';

const MONTHLY = "has(self.updates.frequency) && self.updates.frequency == 'monthly'";

/** Admission rules beyond types and bounds. Source: databases#create;
 *  databases#maintenance-window. */
export const RULES: readonly Rule[] = [
  {
    rule: '!has(self.clusterSize) || self.clusterSize != 2',
    field: 'clusterSize',
    message: 'must be 1 or 3',
  },
  {
    rule: `!has(self.updates) || has(self.updates.weekOfMonth) == (${MONTHLY})`,
    field: 'updates.weekOfMonth',
    message: 'must be set if and only if frequency is monthly',
  },
];
