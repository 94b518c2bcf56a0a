import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { table } from '../../core/table.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import type { Row, World } from '../../core/world.ts';
import { recordsOf } from '../records/table.ts';
import { domainTable } from './table.ts';
import { zoneLines } from './zone-text.ts';

/** The rendered zone of a domain; its id is the domain's. `isDue`: it will be rendered again. */
interface ZoneRow extends Row {
  readonly lines: readonly string[];
  readonly serial: number;
  readonly isDue: boolean;
}

const zones = table<ZoneRow>('zones');

/** Seconds from a change to its rendering. Source: dns#zone-file. */
const RENDER: Range = [60, 240];

const FIRST_SERIAL = 2_021_000_000;

/** Schedules the rendering of a changed domain, some minutes later. */
export const zoneChanged = (turn: Turn, domainId: number): void => {
  const { world } = turn;
  const zone =
    zones.find(world, domainId) ??
    zones.insert(world, { id: domainId, lines: [], serial: FIRST_SERIAL, isDue: false });
  if (zone.isDue) return;
  zones.update(world, domainId, { isDue: true });
  schedule(turn, 'domain.render', drawWithin(world, RENDER), { domainId });
};

/** Renders a zone. Disabled domains are not rendered; slaves have no records of their own. Source:
 *  dns#status. */
export const render: Alarm<{ readonly domainId: number }> = {
  ring: ({ world }, { domainId }) => {
    const domain = domainTable.find(world, domainId);
    const zone = zones.find(world, domainId);
    if (domain === undefined || zone === undefined) return;
    const isRendered = domain.status === 'active' && domain.type === 'master';
    const serial = zone.serial + 1;
    const rendered = isRendered
      ? { serial, lines: zoneLines(domain, recordsOf(domainId).all(world), serial) }
      : {};
    zones.update(world, domainId, { ...rendered, isDue: false });
  },
};

/** Returns the lines of the zone as last rendered; [] before the first time. Source:
 *  dns#zone-file. */
export const renderedZone = (world: World, domainId: number): readonly string[] =>
  zones.find(world, domainId)?.lines ?? [];

/** Removes the zone of a deleted domain. */
export const forgetZone = (world: World, domainId: number): void => zones.remove(world, domainId);
