import type { z } from 'zod';
import { firewalls as endpoints } from '../../../src/api/firewalls.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { isRefusal, type Problem, type Refusal, refuse } from '../../core/reply.ts';
import { created, type Route, route } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import type { Viewer } from '../../core/users.ts';
import { nextId, type World } from '../../core/world.ts';
import { writable } from '../instances/guards.ts';
import type { InstanceRow } from '../instances/table.ts';
import { rememberTags, sortedTags, tagsRefused } from '../tags/table.ts';
import { activeElsewhere, addDevice } from './devices.ts';
import { bodies, labelProblems, ruleProblems } from './rules.ts';
import { type FirewallRow, firewalls, firewallTable } from './table.ts';

type CreateBody = z.output<typeof bodies.create>;

/** Source: conventions#labels. */
export const labelTaken = (
  world: World,
  label: string | undefined,
  own: number | null,
): Refusal | undefined => {
  const other = firewallTable
    .all(world)
    .find((row) => row.label === label && row.id !== own && row.status !== 'deleted');
  return other === undefined
    ? undefined
    : refuse('Label must be unique among your Cloud Firewalls', 'label');
};

export const refusedFor = (problems: readonly Problem[]): Refusal | undefined =>
  problems.length === 0 ? undefined : { kind: 'refused', status: 400, problems };

/** Returns the initial instances of a firewall: writable, and without an active firewall. Source:
 *  firewalls#devices; firewalls#status. */
const placesOf = (
  world: World,
  viewer: Viewer | null,
  ids: readonly number[],
): readonly InstanceRow[] | Refusal => {
  const rows: InstanceRow[] = [];
  for (const [index, id] of ids.entries()) {
    const row = writable(world, viewer, id, `devices.computes[${index}]`);
    if (isRefusal(row)) return row;
    const refusal = activeElsewhere(world, row, null);
    if (refusal !== undefined) return refusal;
    rows.push(row);
  }
  return rows;
};

const insert = (turn: Turn, { label, rules, tags = [] }: CreateBody): FirewallRow => {
  const { inbound = [], outbound = [], inbound_policy, outbound_policy } = rules;
  const row = firewallTable.insert(turn.world, {
    id: nextId(turn.world, 'firewall', 91_000),
    label,
    created: stamp(turn.now),
    updated: stamp(turn.now),
    status: 'enabled',
    rules: { inbound, inbound_policy, outbound, outbound_policy },
    tags: sortedTags(tags),
  });
  rememberTags(turn, row.tags);
  tell(turn, { action: 'firewall_create', entity: reference(firewalls, row) });
  return row;
};

const createRefused = (
  world: World,
  viewer: Viewer | null,
  { label, rules, tags }: CreateBody,
): Refusal | undefined => {
  const { inbound = [], outbound = [] } = rules;
  return (
    refusedFor([...labelProblems(label), ...ruleProblems({ inbound, outbound }, 'rules.')]) ??
    tagsRefused(viewer, tags, []) ??
    labelTaken(world, label, null)
  );
};

/** Source: firewalls#firewalls; firewalls#status. */
export const createRoute: Route = route({ ...endpoints.create, body: bodies.create }, (call) => {
  const { turn, viewer, body } = call;
  const refusal = createRefused(turn.world, viewer, body);
  if (refusal !== undefined) return refusal;
  const places = placesOf(turn.world, viewer, [...new Set(body.devices?.computes)]);
  if ('kind' in places) return places;
  const row = insert(turn, body);
  for (const place of places) addDevice(turn, row, place);
  return created(call, firewalls, row);
});
