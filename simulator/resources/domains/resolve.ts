import { table } from '../../core/table.ts';
import type { Alarm } from '../../core/turn.ts';
import { nextId, type Row, type World } from '../../core/world.ts';
import { isSameAddress } from '../addresses/notation.ts';
import { plainName } from './names.ts';
import { domainTable } from './table.ts';
import { renderedZone } from './zone.ts';
import { parseZone } from './zone-parse.ts';

/** A name that resolves through other nameservers. */
interface NameRow extends Row {
  readonly name: string;
  readonly address: string;
}

const namesElsewhere = table<NameRow>('names elsewhere');

/** Gives an external name an address. */
export const namedElsewhere: Alarm<{ readonly name: string; readonly address: string }> = {
  ring: ({ world }, { name, address }) => {
    namesElsewhere.insert(world, { id: nextId(world, 'name elsewhere', 0), name, address });
  },
};

const fullName = (name: string | undefined, zone: string): string =>
  (name ?? '') === '' ? zone : `${name}.${zone}`;

/** Returns the addresses of a name in the account's own zones, as rendered. */
const publishedHere = (world: World, name: string): readonly string[] =>
  domainTable
    .all(world)
    .filter(
      ({ domain, status }) => status === 'active' && `.${name}`.endsWith(`.${plainName(domain)}`),
    )
    .flatMap(({ id, domain }) =>
      parseZone(domain, renderedZone(world, id))
        .entries.filter(
          ({ type, given }) =>
            (type === 'A' || type === 'AAAA') && fullName(given.name, plainName(domain)) === name,
        )
        .flatMap(({ given }) => given.target ?? []),
    );

/** Reports whether a name resolves to an address: a new record only after its zone is rendered.
 *  Source: addresses#reverse-names. */
export const resolvesTo = (world: World, given: string, address: string): boolean => {
  const name = plainName(given);
  const elsewhere = namesElsewhere.all(world).filter((row) => plainName(row.name) === name);
  return [...publishedHere(world, name), ...elsewhere.map((row) => row.address)].some((found) =>
    isSameAddress(found, address),
  );
};
