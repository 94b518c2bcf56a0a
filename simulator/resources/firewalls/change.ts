import { firewalls as endpoints } from '../../../src/api/firewalls.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { done, firstOf, notFound, ok, type Refusal } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import { type Alarm, gone } from '../../core/turn.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { instances } from '../instances/table.ts';
import { rememberTags, sortedTags, tagsRefused } from '../tags/table.ts';
import { labelTaken, refusedFor } from './create.ts';
import { activeElsewhere } from './devices.ts';
import { bodies, labelProblems, ruleProblems } from './rules.ts';
import {
  devicesOf,
  deviceTable,
  type FirewallRow,
  firewalls,
  firewallTable,
  type RuleSets,
} from './table.ts';

type Status = FirewallRow['status'];

/** Refuses to enable a firewall while one of its instances has another active one. Source:
 *  firewalls#status. */
const enableRefused = (
  world: World,
  firewall: FirewallRow,
  wanted: Status,
): Refusal | undefined => {
  if (wanted !== 'enabled' || firewall.status === 'enabled') return undefined;
  const rows = devicesOf(world, firewall.id).flatMap(
    ({ computeId }) => instances.find(world, computeId) ?? [],
  );
  return firstOf(...rows.map((row) => () => activeElsewhere(world, row, firewall.id)));
};

const ACTION: Readonly<Record<Status, string>> = {
  enabled: 'firewall_enable',
  disabled: 'firewall_disable',
  deleted: 'firewall_delete',
};

/** Updates a firewall without its rules and devices. Source: firewalls#firewalls;
 *  firewalls#status. */
const updateRoute = routeOn(
  firewalls,
  { ...endpoints.update, body: bodies.update },
  ({ turn, viewer, target, body }) => {
    const { label = target.label, status = target.status } = body;
    if (target.status === 'deleted') return notFound;
    const refusal = firstOf(
      () => refusedFor(labelProblems(label)),
      () => tagsRefused(viewer, body.tags, target.tags),
      () => labelTaken(turn.world, label, target.id),
      () => enableRefused(turn.world, target, status),
    );
    if (refusal !== undefined) return refusal;
    const tags = body.tags === undefined ? target.tags : sortedTags(body.tags);
    rememberTags(turn, tags);
    const row = firewallTable.update(turn.world, target.id, {
      label,
      status,
      tags,
      updated: stamp(turn.now),
    });
    tell(turn, {
      action: status === target.status ? 'firewall_update' : ACTION[status],
      entity: reference(firewalls, row),
    });
    return ok(firewalls.show(turn, row));
  },
);

/** Replaces rules: an absent side stays, a null side becomes null. Source: firewalls#rules;
 *  conventions#empty-values. */
const rulesRoute = routeOn(
  firewalls,
  { ...endpoints.replaceRules, body: bodies.rules },
  ({ turn, target, body }) => {
    if (target.status === 'deleted') return notFound;
    const before = target.rules;
    const rules: RuleSets = {
      inbound: body.inbound === undefined ? before.inbound : body.inbound,
      inbound_policy: body.inbound_policy ?? before.inbound_policy,
      outbound: body.outbound === undefined ? before.outbound : body.outbound,
      outbound_policy: body.outbound_policy ?? before.outbound_policy,
    };
    const refusal = refusedFor(ruleProblems(rules, ''));
    if (refusal !== undefined) return refusal;
    const row = firewallTable.update(turn.world, target.id, { rules, updated: stamp(turn.now) });
    tell(turn, { action: 'firewall_update', entity: reference(firewalls, row) });
    return ok(rules);
  },
);

/** Seconds for which the documents' dialect shows a deleted firewall. */
const FORGET: Range = [2, 8];

/** Deletes a firewall: at once in the recordings, with a status of its own in the documents.
 *  Source: firewalls#delete. */
const deleteRoute = routeOn(firewalls, endpoints.delete, ({ turn, target }) => {
  const { world } = turn;
  if (target.status === 'deleted') return notFound;
  for (const { id } of devicesOf(world, target.id)) deviceTable.remove(world, id);
  tell(turn, { action: ACTION.deleted, entity: reference(firewalls, target) });
  if (isRecorded(world)) {
    firewallTable.remove(world, target.id);
    gone(turn, 'firewall', target.id);
    return done;
  }
  firewallTable.update(world, target.id, { status: 'deleted', updated: stamp(turn.now) });
  schedule(turn, 'firewall.forget', drawWithin(world, FORGET), { firewallId: target.id });
  return done;
});

/** Removes a firewall that was shown as deleted. */
export const forget: Alarm<{ readonly firewallId: number }> = {
  ring: (turn, { firewallId }) => {
    firewallTable.remove(turn.world, firewallId);
    gone(turn, 'firewall', firewallId);
  },
};

export const changeRoutes: readonly Route[] = [updateRoute, rulesRoute, deleteRoute];
