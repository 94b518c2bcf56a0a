import { domains as endpoints, TRANSFER_SOURCES } from '../../../src/api/domains.ts';
import { isRefusal, type Refusal, refuse } from '../../core/reply.ts';
import { created, type Route, route } from '../../core/route.ts';
import { table } from '../../core/table.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import { userNamed } from '../../core/users.ts';
import { nextId, type Row, type World } from '../../core/world.ts';
import { addRecord } from '../records/change.ts';
import { makeDomain } from './create.ts';
import { nameTaken, plainName } from './names.ts';
import { bodies } from './rules.ts';
import { domains } from './table.ts';
import { parseZone, type ZoneContent } from './zone-parse.ts';

/** A zone on a remote nameserver, and whether that server allows the service to transfer it. */
interface RemoteZoneRow extends Row {
  readonly nameserver: string;
  readonly domain: string;
  readonly zone: string;
  readonly allowed: boolean;
}

const remoteZones = table<RemoteZoneRow>('remote zones');

interface RemoteZone {
  readonly [key: string]: string | boolean;
  readonly nameserver: string;
  readonly domain: string;
  /** Lines of the zone. */
  readonly zone: string;
  readonly allowed: boolean;
}

/** Publishes a zone on a remote nameserver, and replaces the previous one of that name. */
export const publishedElsewhere: Alarm<RemoteZone> = {
  ring: ({ world }, { nameserver, domain, zone, allowed }) => {
    const before = zoneAt(world, nameserver, domain);
    if (before !== undefined) remoteZones.remove(world, before.id);
    remoteZones.insert(world, {
      id: nextId(world, 'remote zone', 0),
      nameserver,
      domain,
      zone,
      allowed,
    });
  },
};

const zoneAt = (world: World, nameserver: string, domain: string): RemoteZoneRow | undefined =>
  remoteZones
    .all(world)
    .find(
      (row) =>
        plainName(row.nameserver) === plainName(nameserver) &&
        plainName(row.domain) === plainName(domain),
    );

/** Transfers a zone: the remote server must know it and allow the transfer. Source:
 *  dns#import-and-clone. */
const transferred = (world: World, nameserver: string, domain: string): ZoneContent | Refusal => {
  const field = 'remote_nameserver';
  const row = zoneAt(world, nameserver, domain);
  if (row === undefined) return refuse(`${nameserver} does not answer for ${domain}.`, field);
  if (!row.allowed)
    return refuse(
      `${nameserver} must allow zone transfers from ${TRANSFER_SOURCES.join(', ')}.`,
      field,
    );
  return parseZone(domain, row.zone.split('\n'));
};

const ownAddress = ({ world, actor }: Turn): string => userNamed(world, actor ?? '')?.email ?? '';

/** Imports a zone without records that the service would refuse. Source: dns#import-and-clone. */
export const importRoute: Route = route({ ...endpoints.import, body: bodies.import }, (call) => {
  const { turn, body, from } = call;
  const zone =
    nameTaken(turn.world, body.domain, null) ??
    transferred(turn.world, body.remote_nameserver, body.domain);
  if (isRefusal(zone)) return zone;
  const { soa_email = ownAddress(turn), ...times } = zone.authority ?? {};
  const row = makeDomain(turn, body.domain, { soa_email, ...times }, 'dns_zone_import');
  if (isRefusal(row)) return row;
  for (const { type, given } of zone.entries) addRecord(turn, row, type, given, from);
  return created(call, domains, row);
});
