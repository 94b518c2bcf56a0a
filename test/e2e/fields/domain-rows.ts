import { userTags } from '../../../src/model/tags.ts';
import { type FieldRow, rowsOf, type Seen, type Spec } from './scene.ts';

/** Builds a zone of its own for each field: names are unique on the whole platform. */
const zone = (field: string): Spec => ({
  domain: `${field.toLowerCase()}.example`,
  type: 'master',
  soaEmail: 'admin@fields.example',
});
const row = (
  field: string,
  was: unknown,
  now: unknown,
  look: Seen,
  shows: unknown = now,
): FieldRow =>
  rowsOf('Domain', zone(field))(field, { [field]: was }, { [field]: now }, look, shows);
const plain = (
  field: string,
  stored: string,
  was: unknown,
  now: unknown,
  shows: unknown = now,
): FieldRow => row(field, was, now, ({ item }) => item[stored], shows);

const masters = (addresses: readonly string[]): Spec => ({
  domain: 'copy.example',
  type: 'slave',
  masterIps: addresses,
});

export const domainRows: readonly FieldRow[] = [
  plain('publication', 'status', 'Active', 'Disabled', 'disabled'),
  plain('soaEmail', 'soa_email', 'old@fields.example', 'new@fields.example'),
  rowsOf('Domain', {})(
    'masterIps',
    masters(['192.0.2.1']),
    masters(['192.0.2.2']),
    ({ item }) => item['master_ips'],
    ['192.0.2.2'],
  ),
  plain('axfrIps', 'axfr_ips', ['192.0.2.1'], ['192.0.2.2']),
  plain('description', 'description', 'before', 'after'),
  plain('group', 'group', 'blue', 'green'),
  plain('expireSec', 'expire_sec', 604_800, 1_209_600),
  plain('refreshSec', 'refresh_sec', 300, 301, 3_600),
  plain('retrySec', 'retry_sec', 300, 3_600),
  plain('ttlSec', 'ttl_sec', 300, 7_200),
  row('tags', ['old'], ['new'], ({ item }) => userTags(item['tags'] as string[])),
];
