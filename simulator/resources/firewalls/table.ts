import { table } from '../../core/table.ts';
import type { Entity } from '../../core/turn.ts';
import type { Row, World } from '../../core/world.ts';

export type Action = 'ACCEPT' | 'DROP';

/** A rule as it was sent, without omitted members. */
export interface Rule {
  readonly action: Action;
  readonly addresses: {
    readonly ipv4?: readonly string[] | undefined;
    readonly ipv6?: readonly string[] | undefined;
  };
  readonly description?: string | undefined;
  readonly label?: string | undefined;
  readonly ports?: string | undefined;
  readonly protocol: string;
}

/** The rules of a firewall; a side that was sent as null stays null. Source: firewalls#rules. */
export interface RuleSets {
  readonly inbound: readonly Rule[] | null;
  readonly inbound_policy: Action;
  readonly outbound: readonly Rule[] | null;
  readonly outbound_policy: Action;
}

export interface FirewallRow extends Row {
  readonly label: string;
  readonly created: string;
  readonly updated: string;
  readonly status: 'enabled' | 'disabled' | 'deleted';
  readonly rules: RuleSets;
  readonly tags: readonly string[];
}

/** An instance behind a firewall. */
export interface DeviceRow extends Row {
  readonly firewallId: number;
  readonly computeId: number;
  readonly created: string;
  readonly updated: string;
}

export const firewallTable = table<FirewallRow>('firewalls');
export const deviceTable = table<DeviceRow>('firewall devices');

/** Source: firewalls#firewalls. */
export const firewalls: Entity<FirewallRow> = {
  type: 'firewall',
  path: '/networking/firewalls',
  table: firewallTable,
  label: (row) => row.label,
  show: (_turn, row) => ({ ...row }),
  tags: { key: null, of: (row) => row.tags, with: (tags) => ({ tags }) },
};

export const devicesOf = (world: World, firewallId: number): readonly DeviceRow[] =>
  deviceTable.all(world).filter((device) => device.firewallId === firewallId);

/** Returns the firewalls of an instance, including disabled ones. */
export const firewallsOn = (world: World, computeId: number): readonly FirewallRow[] => {
  const ids = new Set(
    deviceTable
      .all(world)
      .flatMap((device) => (device.computeId === computeId ? [device.firewallId] : [])),
  );
  return firewallTable.all(world).filter((firewall) => ids.has(firewall.id));
};
