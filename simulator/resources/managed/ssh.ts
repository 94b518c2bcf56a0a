import { table } from '../../core/table.ts';
import type { Row, World } from '../../core/world.ts';
import { canonicalAddress } from '../addresses/notation.ts';

/** The settings of one instance that differ from the defaults; the id is that of the instance. */
export interface SshRow extends Row {
  readonly access: boolean;
  readonly ip: string;
  readonly port: number | null;
  readonly user: string | null;
}

export const sshTable = table<SshRow>('managed ssh settings');

/** The address that stands for all addresses of the instance. */
export const ANY_ADDRESS = 'any';

const DEFAULTS = { access: true, ip: ANY_ADDRESS, port: null, user: null } as const;

/** Source: monitoring#settings-of-an-instance. */
export const sshOf = (world: World, computeId: number): SshRow =>
  sshTable.find(world, computeId) ?? { id: computeId, ...DEFAULTS };

/** Resets the settings of an instance that no longer has their address. Source:
 *  monitoring#settings-of-an-instance.
 *  @param kept addresses that the instance keeps */
export const keepSshAddress = (world: World, computeId: number, kept: readonly string[]): void => {
  const { ip } = sshOf(world, computeId);
  const isKept = kept.some((address) => canonicalAddress(address) === ip);
  if (ip !== ANY_ADDRESS && !isKept) sshTable.remove(world, computeId);
};
