import type { MySqlDatabase } from '../../api/databases.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { databaseHas } from './fields.ts';
import type { Seen } from './terms.ts';

const usual = ({ cluster_size }: MySqlDatabase) => ({ encrypted: false, replicationType: cluster_size === 1 ? 'none' : 'semi_synch' });

/** A database as a manifest; the week of a window that is weekly says nothing. Source: databases#instances. */
export const databaseManifest: Manifest<MySqlDatabase, Seen> = {
  specOf: ({ item }) => {
    const { 'updates.weekOfMonth': week, ...others } = databaseHas(item);
    return specFrom({ ...others, 'updates.weekOfMonth': item.updates.frequency === 'monthly' ? week : null }, usual(item));
  },
};
