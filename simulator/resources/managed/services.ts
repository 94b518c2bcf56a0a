import type { z } from 'zod';
import {
  managedServices as endpoints,
  type ServiceCreate,
  type ServiceUpdate,
} from '../../../src/api/managed-services.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { done, listed, ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, route, routeOn } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { nextId, type World } from '../../core/world.ts';
import { regionOf, withoutFragment } from './address.ts';
import { closeIssues } from './issues.ts';
import { sent } from './sent.ts';
import { credentialTable, type ServiceRow, services, serviceTable } from './table.ts';

type CreateBody = z.output<typeof ServiceCreate>;
type UpdateBody = z.output<typeof ServiceUpdate>;

/** Seconds until the first check of a service that is new or enabled again. */
const FIRST_CHECK: Range = [60, 120];

const monitor = (turn: Turn, { id }: ServiceRow): void => {
  schedule(turn, 'managed.checked', drawWithin(turn.world, FIRST_CHECK), { serviceId: id });
};

/** Source: monitoring#services. */
const credentialUnknown = (
  world: World,
  ids: readonly number[] | undefined,
): Refusal | undefined => {
  const index = (ids ?? []).findIndex((id) => credentialTable.find(world, id) === undefined);
  return index < 0 ? undefined : refuse('Credential not found', `credentials[${index}]`);
};

const insert = (turn: Turn, body: CreateBody, region: string | null): ServiceRow =>
  serviceTable.insert(turn.world, {
    id: nextId(turn.world, 'managed service', 9_940),
    status: 'pending',
    service_type: body.service_type,
    label: body.label,
    address: withoutFragment(body.address),
    timeout: body.timeout,
    body: body.body ?? null,
    consultation_group: body.consultation_group ?? '',
    notes: body.notes ?? null,
    region,
    credentials: body.credentials ?? [],
    created: stamp(turn.now),
    updated: stamp(turn.now),
    isDown: false,
  });

const createRoute = route(endpoints.create, ({ turn, body }) => {
  const region = regionOf(body, body.region, null);
  if (typeof region === 'object' && region !== null) return region;
  const refusal = credentialUnknown(turn.world, body.credentials);
  if (refusal !== undefined) return refusal;
  const row = insert(turn, body, region);
  tell(turn, { action: 'managed_service_create', entity: reference(services, row) });
  monitor(turn, row);
  return ok(services.show(turn, row));
});

const change = (turn: Turn, target: ServiceRow, body: UpdateBody): ServiceRow | Refusal => {
  const { address = target.address, service_type = target.service_type } = body;
  const region = regionOf({ address, service_type }, body.region, target.region);
  if (typeof region === 'object' && region !== null) return region;
  const refusal = credentialUnknown(turn.world, body.credentials);
  if (refusal !== undefined) return refusal;
  return serviceTable.update(turn.world, target.id, {
    ...sent(body),
    address: withoutFragment(address),
    region,
    updated: stamp(turn.now),
  });
};

const updateRoute = routeOn(services, endpoints.update, ({ turn, target, body }) => {
  const row = change(turn, target, body);
  return 'kind' in row ? row : ok(services.show(turn, row));
});

/** Source: monitoring#status-of-a-service. */
const disableRoute = routeOn(services, endpoints.disable, ({ turn, target }) => {
  closeIssues(turn, target.id);
  const row = serviceTable.update(turn.world, target.id, {
    status: 'disabled',
    updated: stamp(turn.now),
  });
  return ok(services.show(turn, row));
});

/** Source: monitoring#status-of-a-service. */
const enableRoute = routeOn(services, endpoints.enable, ({ turn, target }) => {
  if (target.status !== 'disabled') return ok(services.show(turn, target));
  const row = serviceTable.update(turn.world, target.id, {
    status: 'pending',
    updated: stamp(turn.now),
  });
  monitor(turn, row);
  return ok(services.show(turn, row));
});

/** Monitored services. Source: monitoring#services. */
export const serviceRoutes: readonly Route[] = [
  route(endpoints.list, ({ turn }) => listed(turn, services, serviceTable.all(turn.world))),
  createRoute,
  routeOn(services, endpoints.view, ({ turn, target }) => ok(services.show(turn, target))),
  updateRoute,
  routeOn(services, endpoints.delete, ({ turn, target }) => {
    closeIssues(turn, target.id);
    serviceTable.remove(turn.world, target.id);
    tell(turn, { action: 'managed_service_delete', entity: reference(services, target) });
    return done;
  }),
  disableRoute,
  enableRoute,
];
