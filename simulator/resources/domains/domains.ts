import { domains as endpoints } from '../../../src/api/domains.ts';
import { reference, tell } from '../../core/events.ts';
import { done, listed, ok } from '../../core/reply.ts';
import { type Resource, route, routeOn } from '../../core/route.ts';
import { gone } from '../../core/turn.ts';
import { recordsOf } from '../records/table.ts';
import { rememberTags, tagsRefused } from '../tags/table.ts';
import { cloneRoute, createRoute, updatedRow } from './create.ts';
import { importRoute, publishedElsewhere } from './import.ts';
import { freedElsewhere, nameTaken, takenElsewhere } from './names.ts';
import { namedElsewhere } from './resolve.ts';
import { bodies, domainRefused } from './rules.ts';
import { domains, domainTable } from './table.ts';
import { forgetZone, render, renderedZone, zoneChanged } from './zone.ts';

/** Updates a domain: absent members stay; null instead of a list counts as absent. Source:
 *  dns#domains; conventions#empty-values. */
const updateRoute = routeOn(
  domains,
  { ...endpoints.update, body: bodies.update },
  ({ turn, viewer, target, body }) => {
    const draft = updatedRow(turn, target, body);
    const refusal =
      tagsRefused(viewer, body.tags, target.tags) ??
      domainRefused(turn.world, draft) ??
      nameTaken(turn.world, body.domain, target.id);
    if (refusal !== undefined) return refusal;
    const row = domainTable.update(turn.world, target.id, draft);
    rememberTags(turn, row.tags);
    tell(turn, { action: 'dns_zone_update', entity: reference(domains, row) });
    zoneChanged(turn, row.id);
    return ok(domains.show(turn, row));
  },
);

/** Deletes a domain with its records. Source: dns#delete. */
const deleteRoute = routeOn(domains, endpoints.delete, ({ turn, target }) => {
  const records = recordsOf(target.id);
  for (const { id } of [...records.all(turn.world)].toReversed()) records.remove(turn.world, id);
  forgetZone(turn.world, target.id);
  domainTable.remove(turn.world, target.id);
  tell(turn, { action: 'dns_zone_delete', entity: reference(domains, target) });
  gone(turn, 'domain', target.id);
  return done;
});

/** DNS domains. Source: dns#domains. */
export const domainResource: Resource = {
  entity: domains,
  routes: [
    route(endpoints.list, ({ turn }) => listed(turn, domains, domainTable.all(turn.world))),
    createRoute,
    importRoute,
    routeOn(domains, endpoints.view, ({ turn, target }) => ok(domains.show(turn, target))),
    updateRoute,
    deleteRoute,
    cloneRoute,
    routeOn(domains, endpoints.zoneFile, ({ turn, target }) =>
      ok({ zone_file: renderedZone(turn.world, target.id) }),
    ),
  ],
  alarms: {
    'domain.render': render,
    'domain.takenElsewhere': takenElsewhere,
    'domain.freedElsewhere': freedElsewhere,
    'domain.publishedElsewhere': publishedElsewhere,
    'domain.namedElsewhere': namedElsewhere,
  },
};
