import { tell } from '../../core/events.ts';
import { ok } from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import { table } from '../../core/table.ts';
import type { Row, World } from '../../core/world.ts';
import { accountEndpoints } from './endpoints.ts';
import { theAccount } from './table.ts';

/** The mutable settings of the account: one row after the first change. Source:
 *  account#users-and-settings. */
interface SettingsRow extends Row {
  /** Adds new instances to the backup service. */
  readonly backups_enabled: boolean;
  readonly network_helper: boolean;
  readonly longview_subscription: string | null;
}

const settings = table<SettingsRow>('account settings');

const FIRST: Omit<SettingsRow, 'id'> = {
  backups_enabled: false,
  network_helper: true,
  longview_subscription: null,
};

/** Returns the current settings of the account. */
export const accountSettings = (world: World): SettingsRow => {
  const { id } = theAccount(world);
  return settings.find(world, id) ?? { id, ...FIRST };
};

const show = ({ id: _id, ...row }: SettingsRow): object => ({
  ...row,
  managed: false,
  object_storage: 'disabled',
});

/** Source: account#users-and-settings. */
export const settingsRoutes: readonly Route[] = [
  route(accountEndpoints.settings, ({ turn: { world } }) => ok(show(accountSettings(world)))),
  route(accountEndpoints.settingsUpdate, ({ turn, body }) => {
    const { world } = turn;
    const before = accountSettings(world);
    const after = {
      ...before,
      ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
    };
    settings.remove(world, before.id);
    settings.insert(world, after);
    const { id, company } = theAccount(world);
    tell(turn, {
      action: 'account_settings_update',
      entity: { id, type: 'account', label: company, url: '/v4/account/settings' },
    });
    return ok(show(after));
  }),
];
