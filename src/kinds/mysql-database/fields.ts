import type { MySqlDatabase } from '../../api/databases.ts';
import { canonicalNetwork } from '../../model/address.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { type Fields, named } from '../../model/step.ts';
import type { Desired, Observed } from './types.ts';

/** Returns the label of a new database. */
export const labelOf = ({ spec, name }: Desired): string => spec.label ?? name;

/** Formats engine and version for a request. Source: databases#instances. */
export const engineOf = ({ engine, version }: MySqlDatabase): string => `${engine}/${version}`;

/** Returns the canonical form of an allow list: single addresses with /32, unique and sorted.
 *  Source: databases#allow-list. */
export const canonicalList = (entries: readonly string[]): readonly string[] =>
  [...new Set(entries.map((entry) => canonicalNetwork(entry) ?? entry))].toSorted();

/** Filters out IPv6 addresses of referents, which the service does not accept. */
const isFourth = (address: string): boolean => !address.includes(':');

/** Returns the allowed addresses: those in the spec and those of its references; undefined where it
 *  has neither. */
const allowListOf = ({ spec }: Desired): readonly string[] | undefined =>
  spec.allowList === undefined && spec.allowListFrom === undefined
    ? undefined
    : canonicalList([
        ...(spec.allowList ?? []),
        ...(spec.allowListFrom?.addresses ?? []).filter(isFourth),
      ]);

/** Returns the managed fields. */
export const databaseWants = (desired: Desired): Fields => {
  const { spec } = desired;
  return named({
    label: spec.label,
    engine: spec.engine,
    region: spec.region,
    type: spec.type,
    clusterSize: spec.clusterSize,
    encrypted: spec.encrypted,
    replicationType: spec.replicationType,
    sslConnection: spec.sslConnection,
    allowList: allowListOf(desired),
    'updates.frequency': spec.updates?.frequency,
    'updates.dayOfWeek': spec.updates?.dayOfWeek,
    'updates.weekOfMonth': spec.updates?.weekOfMonth,
    'updates.hourOfDay': spec.updates?.hourOfDay,
    'updates.duration': spec.updates?.duration,
  });
};

/** Returns the same fields of an item. */
export const databaseHas = (item: MySqlDatabase): Fields => ({
  label: item.label,
  engine: engineOf(item),
  region: item.region,
  type: item.type,
  clusterSize: item.cluster_size,
  encrypted: item.encrypted,
  replicationType: item.replication_type,
  sslConnection: item.ssl_connection,
  allowList: canonicalList(item.allow_list),
  'updates.frequency': item.updates.frequency,
  'updates.dayOfWeek': item.updates.day_of_week,
  'updates.weekOfMonth': item.updates.week_of_month,
  'updates.hourOfDay': item.updates.hour_of_day,
  'updates.duration': item.updates.duration,
});

const usual = ({ cluster_size }: MySqlDatabase) => ({
  encrypted: false,
  replicationType: cluster_size === 1 ? 'none' : 'semi_synch',
});

/** Converts a database to a manifest; omits the week of a weekly window. Source:
 *  databases#instances. */
export const databaseManifest: Manifest<MySqlDatabase, Observed> = {
  specOf: ({ item }) => {
    const { 'updates.weekOfMonth': week, ...others } = databaseHas(item);
    return specFrom(
      { ...others, 'updates.weekOfMonth': item.updates.frequency === 'monthly' ? week : null },
      usual(item),
    );
  },
};
