import { type Refusal, refuse } from '../../core/reply.ts';
import { table } from '../../core/table.ts';
import type { Alarm } from '../../core/turn.ts';
import { accountBeside, isRecorded, nextId, type Row, type World } from '../../core/world.ts';
import { domainTable } from './table.ts';

/** A name held by another account. */
interface ForeignRow extends Row {
  readonly domain: string;
}

const foreignDomains = table<ForeignRow>('foreign domains');

/** Returns the canonical form of a name. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Matches labels of letters, digits, dashes and underscores under a top-level domain of letters.
 *  Source: dns#domains. */
const RECORDED = /^(\*\.)?([a-z\d_-]{1,63}\.)+([a-z]{2,3}\.)?([a-z]{2,16}|xn--[a-z\d]+)$/i;

/** Matches labels of letters, digits and inner dashes. Source: dns#domains. */
const DOCUMENTED = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i;

const NAME_MAX = 253;

/** Reports whether a zone can have this name. */
export const isZoneName = (world: World, name: string): boolean =>
  name.length <= NAME_MAX && (isRecorded(world) ? RECORDED : DOCUMENTED).test(name);

/** Refuses a taken name: names are unique on the whole platform. Source: dns#domains. */
export const nameTaken = (
  world: World,
  name: string | undefined,
  own: number | null,
): Refusal | undefined => {
  if (name === undefined) return undefined;
  const isSame = (row: { readonly domain: string }): boolean =>
    plainName(row.domain) === plainName(name);
  const other = accountBeside(world);
  const isElsewhere =
    foreignDomains.all(world).some(isSame) ||
    (other !== undefined && domainTable.all(other).some(isSame));
  const isTaken =
    isElsewhere || domainTable.all(world).some((row) => row.id !== own && isSame(row));
  return isTaken ? refuse('DNS zone already exists.', 'domain') : undefined;
};

/** Takes a name for another account. */
export const takenElsewhere: Alarm<{ readonly domain: string }> = {
  ring: ({ world }, { domain }) => {
    foreignDomains.insert(world, { id: nextId(world, 'foreign domain', 0), domain });
  },
};

/** Releases a name of another account. */
export const freedElsewhere: Alarm<{ readonly domain: string }> = {
  ring: ({ world }, { domain }) => {
    const rows = foreignDomains
      .all(world)
      .filter((row) => plainName(row.domain) === plainName(domain));
    for (const row of rows) foreignDomains.remove(world, row.id);
  },
};
