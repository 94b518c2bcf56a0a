import { DatabaseCreate, mysql } from '../../api/mysql.ts';
import { post } from '../../model/request.ts';
import { among, call, changes, refuse, type Step } from '../../model/step.ts';
import { databaseWants, labelOf } from './fields.ts';
import type { Wish } from './terms.ts';

const IN_BODY = ['label', 'engine', 'region', 'type', 'clusterSize', 'encrypted', 'replicationType', 'sslConnection', 'allowList'];

/** The one request that brings a database into being; the maintenance window follows once it is active. TLS is asked for by name, because
 *  what leaving it out means is disputed. Source: databases#create. */
export function createDatabase(desired: Wish): readonly Step[] {
  const { spec } = desired;
  const label = labelOf(desired);
  if (!DatabaseCreate.shape.label.safeParse(label).success) {
    return [refuse('spec.label', `${label} is no label for a database: it has 3 to 32 characters; name one in spec.label`)];
  }
  const wants = databaseWants(desired);
  const body = {
    label,
    engine: spec.engine,
    region: spec.region,
    type: spec.type,
    cluster_size: spec.clusterSize,
    encrypted: spec.encrypted,
    replication_type: spec.replicationType,
    ssl_connection: spec.sslConnection ?? true,
    allow_list: wants['allowList'],
  };
  return [call('Create', post(mysql.create.path, body), among(changes(wants, {}), ...IN_BODY), { answers: 'item' })];
}
