import type { Endpoint } from '../../../src/api/endpoint.ts';
import { entityTransfers, TRANSFER_HOURS, transfers } from '../../../src/api/transfers.ts';
import { stamp } from '../../core/clock.ts';
import { tell } from '../../core/events.ts';
import { schedule } from '../../core/pending.ts';
import { drawHex } from '../../core/random.ts';
import { done, listedPlain, notFound, ok, type Reply, refuse } from '../../core/reply.ts';
import { type Call, type Resource, type Route, route } from '../../core/route.ts';
import { after } from '../../core/turn.ts';
import { nextId } from '../../core/world.ts';
import { accept, transferEnds, transferExpires, transferRefused } from './hand-over.ts';
import {
  showTransfer,
  type TransferRow,
  transferOf,
  transferReference,
  transfersOf,
  transferTable,
} from './table.ts';

const EXPIRY_SECONDS = TRANSFER_HOURS.toAccept * 3600;

/** Shape of a token: a UUID in upper case. */
const GROUPS = [8, 4, 4, 4, 12] as const;

const create = ({ turn, body }: Call<typeof transfers.create>): Reply => {
  const { world, now } = turn;
  const { computes } = body.entities;
  for (const computeId of computes) {
    const refusal = transferRefused(world, computeId);
    if (refusal !== undefined) return refusal;
  }
  const row = transferTable.insert(world, {
    id: nextId(world, 'transfer', 0),
    token: GROUPS.map((length) => drawHex(world, length))
      .join('-')
      .toUpperCase(),
    status: 'pending',
    created: stamp(now),
    updated: stamp(now),
    expiry: stamp(after(turn, EXPIRY_SECONDS)),
    computes: [...new Set(computes)],
  });
  schedule(turn, 'transfer.expires', EXPIRY_SECONDS, { id: row.id });
  tell(turn, { action: 'entity_transfer_create', entity: transferReference(row) });
  return ok(showTransfer({ row, isSender: true, sender: world }));
};

const notPending = ({ status }: TransferRow): Reply =>
  refuse(`The transfer is ${status}, not pending`);

type Named = Call<typeof transfers.view>;

const cancel = ({ turn, params }: Named): Reply => {
  const seen = transferOf(turn.world, params.token);
  if (seen === undefined) return notFound;
  if (!seen.isSender) return refuse('Only the account that created a transfer can cancel it');
  if (seen.row.status !== 'pending') return notPending(seen.row);
  const row = transferTable.update(turn.world, seen.row.id, {
    status: 'cancelled',
    updated: stamp(turn.now),
  });
  tell(turn, { action: 'entity_transfer_cancel', entity: transferReference(row) });
  return done;
};

const acceptTransfer = ({ turn, params }: Named): Reply => {
  const seen = transferOf(turn.world, params.token);
  if (seen === undefined) return notFound;
  if (seen.isSender) return refuse('A transfer cannot be accepted by the account that created it');
  if (seen.row.status !== 'pending') return notPending(seen.row);
  accept({ ...turn, world: seen.sender }, seen.row);
  return done;
};

/** The operations of one group of paths; both groups serve the same transfers. */
const routesOf = (endpoints: typeof transfers | typeof entityTransfers): readonly Route[] => {
  const named = (endpoint: Endpoint, run: (call: Named) => Reply): Route => ({ endpoint, run });
  return [
    route(endpoints.list, ({ turn: { world } }) => listedPlain(transfersOf(world), showTransfer)),
    { endpoint: endpoints.create, run: create },
    named(endpoints.view, ({ turn: { world }, params }) => {
      const seen = transferOf(world, params.token);
      return seen === undefined ? notFound : ok(showTransfer(seen));
    }),
    named(endpoints.cancel, cancel),
    named(endpoints.accept, acceptTransfer),
  ];
};

/** Transfers between the two accounts. Source: transfers#transfers. */
export const transferResource: Resource = {
  routes: [...routesOf(transfers), ...routesOf(entityTransfers)],
  alarms: { 'transfer.expires': transferExpires, 'transfer.ends': transferEnds },
};
