import { account as endpoints } from '../../../src/api/account.ts';
import { tell } from '../../core/events.ts';
import { ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Resource, route } from '../../core/route.ts';
import type { World } from '../../core/world.ts';
import { customerUuid } from '../../http/headers.ts';
import { promotions, showPromotion } from '../billing/promotions.ts';
import { showCard } from '../billing/table.ts';
import { instances } from '../instances/table.ts';
import { accountEndpoints } from './endpoints.ts';
import { loginAttempted, loginRoutes } from './logins.ts';
import { settingsRoutes } from './settings.ts';
import { type AccountRow, accounts, theAccount } from './table.ts';
import { userRoutes } from './users.ts';

const CAPABILITIES = [
  'Computes',
  'NodeBalancers',
  'Block Storage',
  'Object Storage',
  'Kubernetes',
  'Cloud Firewall',
  'Vlans',
  'Kube HA Control Planes',
  'Machine Images',
  'Managed Databases',
] as const;

/** Source: account#account. */
const show = (
  world: World,
  { id: _id, ...row }: AccountRow,
): Readonly<Record<string, unknown>> => ({
  ...row,
  billing_source: 'compute',
  credit_card: showCard(world),
  capabilities: CAPABILITIES,
  active_promotions: promotions.all(world).map(showPromotion),
  euuid: customerUuid(world),
});

/** Countries whose states have codes of two letters, including those of military addresses. Source:
 *  account#account. */
const CODED: readonly string[] = ['US', 'CA'];

const stateRefused = ({ country, state }: AccountRow): Refusal | undefined =>
  CODED.includes(country) && state !== '' && !/^[A-Z]{2}$/.test(state)
    ? refuse('state is not valid', 'state')
    : undefined;

/** The account's read endpoints and its users. Source: account#account. */
export const accountResource: Resource = {
  routes: [
    route(endpoints.view, ({ turn: { world } }) => ok(show(world, theAccount(world)))),
    route(endpoints.update, ({ turn, body }) => {
      const { world } = turn;
      const given = Object.fromEntries(
        Object.entries(body).filter(([, value]) => value !== undefined),
      ) as Partial<AccountRow>;
      const before = theAccount(world);
      const refusal = stateRefused({ ...before, ...given });
      if (refusal !== undefined) return refusal;
      const row = accounts.update(world, before.id, given);
      tell(turn, {
        action: 'account_update',
        entity: { id: row.id, type: 'account', label: row.company, url: '/v4/account' },
      });
      return ok(show(world, row));
    }),
    ...loginRoutes,
    ...settingsRoutes,
    route(accountEndpoints.transfer, ({ turn: { world } }) => {
      const quota = instances.all(world).reduce((sum, row) => sum + row.specs.transfer, 0);
      return ok({ used: 0, quota, billable: 0 });
    }),
    ...userRoutes,
  ],
  alarms: { 'login.attempted': loginAttempted },
};
