import { table } from '../../core/table.ts';
import type { Reference } from '../../core/turn.ts';
import { accountBeside, type Row, type World } from '../../core/world.ts';

/** A transfer, in the account that sends it. Source: transfers#transfers. */
export interface TransferRow extends Row {
  readonly token: string;
  readonly status: 'pending' | 'accepted' | 'completed' | 'cancelled' | 'failed' | 'stale';
  readonly created: string;
  readonly updated: string;
  readonly expiry: string;
  readonly computes: readonly number[];
}

export const transferTable = table<TransferRow>('transfers');

/** A transfer as one of the two accounts sees it. */
export interface Seen {
  readonly row: TransferRow;
  readonly isSender: boolean;
  /** The account that sends it. */
  readonly sender: World;
}

const ACCEPTED: readonly string[] = ['accepted', 'completed', 'failed'];

const rowsIn = (sender: World | undefined, isSender: boolean): readonly Seen[] =>
  sender === undefined ? [] : transferTable.all(sender).map((row) => ({ row, isSender, sender }));

/** Returns the transfers that the account created or accepted. */
export const transfersOf = (world: World): readonly Seen[] => [
  ...rowsIn(world, true),
  ...rowsIn(accountBeside(world), false).filter(({ row }) => ACCEPTED.includes(row.status)),
];

/** Returns a transfer by its token, which both accounts may know. */
export const transferOf = (world: World, token: string | number): Seen | undefined =>
  [...rowsIn(world, true), ...rowsIn(accountBeside(world), false)].find(
    ({ row }) => row.token === String(token).toUpperCase(),
  );

export const showTransfer = ({
  row: { token, status, created, updated, expiry, computes },
  isSender,
}: Seen): Readonly<Record<string, unknown>> => ({
  token,
  status,
  created,
  updated,
  is_sender: isSender,
  expiry,
  entities: { computes },
});

/** Builds the reference of an event to a transfer. */
export const transferReference = ({ id, token }: TransferRow): Reference => ({
  id,
  type: 'entity_transfer',
  label: token,
  url: `/v4/account/service-transfers/${token}`,
});
