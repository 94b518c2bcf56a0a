import type { z } from 'zod';
import type { TicketCreate } from '../../../src/api/tickets.ts';
import { region } from '../../catalog/regions.ts';
import { reference } from '../../core/events.ts';
import { isRefusal, type Refusal, refuse } from '../../core/reply.ts';
import type { Reference, Turn } from '../../core/turn.ts';
import type { World } from '../../core/world.ts';
import { serviceTable } from '../managed/table.ts';

type Body = z.output<typeof TicketCreate>;

/** Types of entities by the field that names one; null: the simulator has none of them. */
const TYPES = {
  compute_id: 'compute',
  database_id: 'database',
  domain_id: 'domain',
  firewall_id: 'firewall',
  kubecluster_id: 'kubecluster',
  longviewclient_id: null,
  nodebalancer_id: null,
  volume_id: 'volume',
} as const;

const FIELDS = Object.keys(TYPES) as (keyof typeof TYPES)[];

/** Reports whether the account has managed monitoring: it has a monitored service. */
const isManaged = (world: World): boolean => serviceTable.all(world).length > 0;

const placeRefused = ({ vlan, region: place }: Body): Refusal | undefined => {
  if (place !== undefined && vlan === undefined)
    return refuse('region is allowed only with vlan', 'region');
  if (vlan !== undefined && place === undefined) return refuse('region is required', 'region');
  return place !== undefined && region(place) === undefined
    ? refuse('region is not valid', 'region')
    : undefined;
};

/** Returns the entity that a new ticket is about, or the refusal. Source: support#open. */
export const subjectOf = (turn: Turn, body: Body): Reference | null | Refusal => {
  const [field, ...others] = FIELDS.filter((name) => body[name] !== undefined);
  if (others.length > 0) return refuse('Only one entity may be set', others[0]);
  if (body.managed_issue === true) {
    if (field !== undefined) return refuse('managed_issue allows no entity', field);
    if (!isManaged(turn.world))
      return refuse('Managed is not enabled on this account', 'managed_issue');
  }
  const refusal = placeRefused(body);
  if (refusal !== undefined) return refusal;
  return field === undefined ? null : named(turn, field, Number(body[field]));
};

const named = (turn: Turn, field: keyof typeof TYPES, id: number): Reference | Refusal => {
  const entity = turn.plan.entities.find(({ type }) => type === TYPES[field]);
  const row = entity?.table.find(turn.world, id);
  return entity === undefined || row === undefined
    ? refuse(`${field} is not valid`, field)
    : reference(entity, row);
};

export const isRefused = (subject: Reference | null | Refusal): subject is Refusal =>
  subject !== null && isRefusal(subject);
