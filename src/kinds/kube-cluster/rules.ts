import type { Rule } from '../../model/definition.ts';
import { NO_MARK } from '../../model/tags.ts';

/** Builds a condition on the autoscaler of every pool. */
const everyScaler = (condition: string): string =>
  `!has(self.pools) || self.pools.all(pool, !has(pool.autoscaler) || ${condition})`;

const HIGH = (self: string): string =>
  `(has(${self}.controlPlane) && has(${self}.controlPlane.highAvailability))`;

/** Admission rules beyond types and bounds. Source: clusters#create; clusters#node-pools. */
export const RULES: readonly Rule[] = [
  NO_MARK,
  {
    rule: "!has(self.label) || self.label.matches('^[\\\\x{0000}-\\\\x{FFFF}]*$')",
    field: 'label',
    message: 'must not have characters of four bytes',
  },
  {
    rule: '!has(self.pools) || self.pools.all(pool, has(pool.count) || has(pool.id) || has(pool.autoscaler) && has(pool.autoscaler.min))',
    field: 'pools',
    message: 'must have a count, or an autoscaler with bounds, in each pool',
  },
  {
    rule: everyScaler('has(pool.autoscaler.min) == has(pool.autoscaler.max)'),
    field: 'pools',
    message: 'must have both min and max in an autoscaler, or neither',
  },
  {
    rule: everyScaler(
      '!has(pool.autoscaler.min) || !has(pool.autoscaler.max) || pool.autoscaler.min <= pool.autoscaler.max',
    ),
    field: 'pools',
    message: 'must have no autoscaler whose min exceeds its max',
  },
  {
    rule: `!${HIGH('oldSelf')} || !oldSelf.controlPlane.highAvailability || !${HIGH('self')} || self.controlPlane.highAvailability`,
    field: 'controlPlane.highAvailability',
    message: 'must not become false: it cannot be turned off',
  },
];
