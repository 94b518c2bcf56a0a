import type { Rule } from '../../model/definition.ts';
import { NO_MARK } from '../../model/tags.ts';

/** A condition on the autoscaler of every pool. */
const everyScaler = (condition: string): string =>
  `!has(self.pools) || self.pools.all(pool, !has(pool.autoscaler) || ${condition})`;

const HIGH = (self: string): string =>
  `(has(${self}.controlPlane) && has(${self}.controlPlane.highAvailability))`;

/** What admission refuses beyond types and bounds. Source: clusters#create; clusters#node-pools. */
export const RULES: readonly Rule[] = [
  NO_MARK,
  {
    rule: "!has(self.label) || self.label.matches('^[\\\\x{0000}-\\\\x{FFFF}]*$')",
    message: 'spec.label: no characters of four bytes',
  },
  {
    rule: '!has(self.pools) || self.pools.all(pool, self.pools.exists_one(other, other.name == pool.name))',
    message: 'spec.pools: names are unique',
  },
  {
    rule: '!has(self.pools) || self.pools.all(pool, has(pool.count) || has(pool.id) || has(pool.autoscaler) && has(pool.autoscaler.min))',
    message: 'spec.pools: a pool needs a count, or an autoscaler with bounds',
  },
  {
    rule: everyScaler('has(pool.autoscaler.min) == has(pool.autoscaler.max)'),
    message: 'spec.pools: min and max of an autoscaler require each other',
  },
  {
    rule: everyScaler(
      '!has(pool.autoscaler.min) || !has(pool.autoscaler.max) || pool.autoscaler.min <= pool.autoscaler.max',
    ),
    message: 'spec.pools: min of an autoscaler must not exceed its max',
  },
  {
    rule: `!${HIGH('oldSelf')} || !oldSelf.controlPlane.highAvailability || !${HIGH('self')} || self.controlPlane.highAvailability`,
    message: 'spec.controlPlane.highAvailability cannot be turned off',
  },
];
