import { reference } from '../../core/events.ts';
import type { Reference, Turn } from '../../core/turn.ts';
import type { World } from '../../core/world.ts';
import { theAccount } from '../account/table.ts';
import { computes, instances } from '../instances/table.ts';
import { maintenances } from './maintenance.ts';

/** A notification. Source: account#notifications. */
export interface Notification {
  readonly entity: Reference | null;
  readonly label: string;
  readonly message: string;
  readonly body: null;
  readonly type: 'maintenance' | 'migration_pending' | 'payment_due';
  readonly severity: 'minor' | 'major' | 'critical';
  readonly when: string | null;
  readonly until: null;
}

const notice = (
  entity: Reference,
  label: string,
  rest: Pick<Notification, 'type' | 'severity' | 'when'>,
): Notification => ({
  entity,
  label,
  message: label,
  body: null,
  until: null,
  ...rest,
});

const ofMaintenance = ({ world }: Turn): readonly Notification[] =>
  maintenances.all(world).flatMap(({ computeId, status, when }) => {
    const row = instances.find(world, computeId);
    if (row === undefined || status === 'completed') return [];
    return [
      notice(reference(computes, row), 'Your Compute has scheduled maintenance', {
        type: 'maintenance',
        severity: 'major',
        when,
      }),
    ];
  });

const ofMoves = ({ world }: Turn): readonly Notification[] =>
  instances.all(world).flatMap((row) => {
    if (!row.isMovePending) return [];
    return [
      notice(reference(computes, row), 'You have a migration pending!', {
        type: 'migration_pending',
        severity: 'major',
        when: null,
      }),
    ];
  });

const ofBalance = (world: World): readonly Notification[] => {
  const { id, company, balance } = theAccount(world);
  const entity = { id, type: 'account', label: company, url: '/v4/account' };
  return balance > 0
    ? [
        notice(entity, 'Your balance is due!', {
          type: 'payment_due',
          severity: 'critical',
          when: null,
        }),
      ]
    : [];
};

/** Returns the current notifications, which end with their causes. Source:
 *  account#notifications. */
export const notifications = (turn: Turn): readonly Notification[] => [
  ...ofMaintenance(turn),
  ...ofMoves(turn),
  ...ofBalance(turn.world),
];
