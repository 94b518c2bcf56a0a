import type { Character } from './character.ts';
import { cluster } from './characters/cluster.ts';
import { database, served } from './characters/database.ts';
import { master, slave } from './characters/domain.ts';
import { firewall } from './characters/firewall.ts';
import { blank, deployed } from './characters/instance.ts';
import { RECORDS } from './characters/record.ts';
import { stackScript } from './characters/stack-script.ts';
import { volume } from './characters/volume.ts';

/** A zone with records stays a master. */
const zoneFacets = Object.fromEntries(
  Object.entries(master.facets).filter(([facet]) => !['type', 'source'].includes(facet)),
);

/** All objects with changing specs, by `Kind/name`. */
export const CHARACTERS: Readonly<Record<string, Character>> = {
  'Volume/data': volume,
  'Volume/logs': volume,
  'Instance/web': deployed,
  'Instance/blank': blank,
  'Firewall/wall': firewall,
  'Firewall/gate': firewall,
  'Domain/zone': { ...master, facets: zoneFacets },
  'Domain/other': master,
  'Domain/copy': slave,
  'KubeCluster/shop': cluster,
  'MySQLDatabase/data': database,
  'MySQLDatabase/served': served,
  'StackScript/setup': stackScript,
  ...RECORDS,
};

/** The casts: each object alone, and small graphs. */
export const CASTS: readonly (readonly string[])[] = [
  ['Volume/data'],
  ['Volume/data', 'Volume/logs'],
  ['Instance/web'],
  ['Instance/blank'],
  ['Firewall/wall'],
  ['Domain/zone'],
  ['Domain/other'],
  ['Domain/copy'],
  ['KubeCluster/shop'],
  ['MySQLDatabase/data'],
  ['KubeCluster/shop', 'MySQLDatabase/served'],
  ['StackScript/setup'],
  ...Object.keys(RECORDS)
    .filter((who) => who !== 'DnsRecord/inner')
    .map((who) => [who]),
  ['DnsRecord/a', 'DnsRecord/cname', 'DnsRecord/txt'],
  ['DnsRecord/mx', 'DnsRecord/srv'],
  ['Instance/web', 'Volume/data', 'Firewall/wall', 'Domain/zone', 'DnsRecord/inner'],
  ['Instance/blank', 'Volume/data'],
];

/** Objects that the specs of others name. */
export const NAMED: Readonly<Record<string, readonly string[]>> = {
  'DnsRecord/inner': ['Domain/zone', 'Instance/web'],
  'MySQLDatabase/served': ['KubeCluster/shop'],
};

/** Reports whether a cast has the objects that the specs of its members name. */
export const isWhole = (cast: readonly string[]): boolean =>
  cast.every((who) => (NAMED[who] ?? []).every((other) => cast.includes(other)));

export const characterOf = (who: string): Character => {
  const character = CHARACTERS[who];
  if (character === undefined) throw new Error(`nobody is called ${who}`);
  return character;
};
