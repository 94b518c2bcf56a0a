import type { z } from 'zod';
import { domains as endpoints } from '../../../src/api/domains.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { isRefusal, type Refusal } from '../../core/reply.ts';
import { created, type Route, route, routeOn } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { isRecorded, nextId } from '../../core/world.ts';
import { insertRecord } from '../records/change.ts';
import { recordsOf } from '../records/table.ts';
import { rememberTags, sortedTags, tagsRefused } from '../tags/table.ts';
import { nameTaken } from './names.ts';
import { bodies, domainRefused } from './rules.ts';
import { type DomainRow, domains, domainTable } from './table.ts';
import { storedSeconds } from './timing.ts';
import { zoneChanged } from './zone.ts';

/** The body of a domain without null lists. */
export type DomainInput = z.output<typeof bodies.update>;

const BLANK: Omit<DomainRow, 'id' | 'created' | 'updated' | 'domain'> = {
  type: 'master',
  tags: [],
  group: '',
  status: 'active',
  description: '',
  soa_email: '',
  retry_sec: 0,
  master_ips: [],
  axfr_ips: [],
  expire_sec: 0,
  refresh_sec: 0,
  ttl_sec: 0,
};

const TIMES = ['expire_sec', 'refresh_sec', 'retry_sec', 'ttl_sec'] as const;

/** Merges a body into a domain. Source: dns#times. */
export const updatedRow = (
  { world, now }: Turn,
  before: DomainRow,
  input: DomainInput,
): DomainRow => {
  const times = Object.fromEntries(
    TIMES.map((field) => [field, storedSeconds(world, input[field] ?? before[field])]),
  );
  return {
    ...before,
    ...times,
    domain: input.domain ?? before.domain,
    type: input.type ?? before.type,
    status: input.status ?? before.status,
    soa_email: input.soa_email ?? before.soa_email,
    master_ips: input.master_ips ?? before.master_ips,
    axfr_ips: input.axfr_ips ?? before.axfr_ips,
    description: input.description ?? before.description,
    group: input.group ?? before.group,
    tags: input.tags === undefined ? before.tags : sortedTags(input.tags),
    updated: stamp(now),
  };
};

/** Creates a domain of an account, or refuses. `action`: the event's action. */
export const makeDomain = (
  turn: Turn,
  name: string,
  input: DomainInput,
  action: string,
): DomainRow | Refusal => {
  const { world } = turn;
  const blank: DomainRow = { ...BLANK, id: 0, domain: name, created: stamp(turn.now), updated: '' };
  const draft = updatedRow(turn, blank, { ...input, domain: name });
  const refusal = domainRefused(world, draft) ?? nameTaken(world, name, null);
  if (refusal !== undefined) return refusal;
  const row = domainTable.insert(world, { ...draft, id: nextId(world, 'domain', 1_899_000) });
  rememberTags(turn, row.tags);
  tell(turn, { action, entity: reference(domains, row) });
  zoneChanged(turn, row.id);
  return row;
};

/** Source: dns#domains. */
export const createRoute: Route = route({ ...endpoints.create, body: bodies.create }, (call) => {
  const { turn, viewer, body } = call;
  const row =
    tagsRefused(viewer, body.tags, []) ?? makeDomain(turn, body.domain, body, 'dns_zone_create');
  return isRefusal(row) ? row : created(call, domains, row);
});

/** Clones a domain. In the recordings' dialect the copy carries the source's tags, as cloned
 *  instances do. Source: dns#import-and-clone; compute#clone. */
export const cloneRoute: Route = routeOn(
  domains,
  { ...endpoints.clone, body: bodies.clone },
  (call) => {
    const { turn, target, body } = call;
    const tags = isRecorded(turn.world) ? target.tags : [];
    const { master_ips, axfr_ips, ...fields } = target;
    const lists = { master_ips: [...master_ips], axfr_ips: [...axfr_ips], tags: [...tags] };
    const row = makeDomain(turn, body.domain, { ...fields, ...lists }, 'dns_zone_create');
    if (isRefusal(row)) return row;
    for (const { owner: _owner, ...record } of recordsOf(target.id).all(turn.world))
      insertRecord(turn, row, record);
    return created(call, domains, row);
  },
);
