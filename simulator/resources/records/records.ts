import * as z from 'zod';
import { records as endpoints, RecordCreate, RecordUpdate } from '../../../src/api/records.ts';
import { reference, tell } from '../../core/events.ts';
import {
  done,
  isRefusal,
  listedPlain,
  notFound,
  ok,
  type Refusal,
  refuse,
} from '../../core/reply.ts';
import { type Resource, routeOn } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { isRecorded } from '../../core/world.ts';
import { type DomainRow, domains } from '../domains/table.ts';
import { zoneChanged } from '../domains/zone.ts';
import { addRecord, changeRecord } from './change.ts';
import { type RecordRow, recordsOf, showRecord } from './table.ts';

/** Body schemas. The contract defines types and lengths; the rules follow here. */
const CreateBody = z.strictObject(RecordCreate.shape);

/** Accepts a type only to refuse it: any in the documents' dialect, a different one in the recorded
 *  service. */
const UpdateBody = RecordUpdate.extend({ type: z.unknown().optional() });

/** Refuses changes of a slave domain, a read-only copy. Source: dns#records. */
const copyRefused = ({ type }: DomainRow): Refusal | undefined =>
  type === 'slave' ? refuse('The records of a slave domain cannot be changed.') : undefined;

const found = (
  { world }: Turn,
  domain: DomainRow,
  recordId: string | number,
): RecordRow | undefined => recordsOf(domain.id).find(world, Number(recordId));

const noted = (turn: Turn, domain: DomainRow, verb: 'create' | 'update' | 'delete'): void => {
  tell(turn, { action: `dns_record_${verb}`, entity: reference(domains, domain) });
  zoneChanged(turn, domain.id);
};

const createRoute = routeOn(
  domains,
  { ...endpoints.create, body: CreateBody },
  ({ turn, target, body, from }) => {
    const row = copyRefused(target) ?? addRecord(turn, target, body.type, body, from);
    if (isRefusal(row)) return row;
    noted(turn, target, 'create');
    return ok(showRecord(turn.world)(row));
  },
);

const updateRoute = routeOn(
  domains,
  { ...endpoints.update, body: UpdateBody },
  ({ turn, target, params, body, from }) => {
    const before = found(turn, target, params.recordId);
    if (before === undefined) return notFound;
    const { type, ...given } = body;
    if (type !== undefined && (type !== before.type || !isRecorded(turn.world)))
      return refuse('type cannot be changed', 'type');
    const row = copyRefused(target) ?? changeRecord(turn, target, before, given, from);
    if (isRefusal(row)) return row;
    noted(turn, target, 'update');
    return ok(showRecord(turn.world)(row));
  },
);

const deleteRoute = routeOn(domains, endpoints.delete, ({ turn, target, params }) => {
  const row = found(turn, target, params.recordId);
  if (row === undefined) return notFound;
  const refused = copyRefused(target);
  if (refused !== undefined) return refused;
  recordsOf(target.id).remove(turn.world, row.id);
  noted(turn, target, 'delete');
  return done;
});

/** The records of domains. Source: dns#records. */
export const recordResource: Resource = {
  routes: [
    routeOn(domains, endpoints.list, ({ turn, target }) =>
      listedPlain(recordsOf(target.id).all(turn.world), showRecord(turn.world)),
    ),
    createRoute,
    routeOn(domains, endpoints.view, ({ turn, target, params }) => {
      const row = found(turn, target, params.recordId);
      return row === undefined ? notFound : ok(showRecord(turn.world)(row));
    }),
    updateRoute,
    deleteRoute,
  ],
};
