import { HOSTS, ZONE } from './given.ts';
import { type FieldRow, rowsOf, type Seen, type Spec } from './scene.ts';

const IN_ZONE: Spec = { domainRef: { name: ZONE } };
/** Builds a record for each row. */
const address = (name: string): Spec => ({ ...IN_ZONE, type: 'A', name, target: '198.51.100.1' });
const stored =
  (field: string): Seen =>
  ({ item }) =>
    item[field];
const row = (
  field: string,
  base: Spec,
  was: Spec,
  now: FieldRow['now'],
  look: Seen,
  shows: unknown,
): FieldRow => rowsOf('DnsRecord', base)(field, was, now, look, shows);

const srv = (service: string): Spec => ({
  ...IN_ZONE,
  type: 'SRV',
  service,
  protocol: 'tcp',
  target: 'sip',
  port: 5_060,
  priority: 10,
  weight: 5,
});
const inService = (field: string, now: unknown): FieldRow =>
  row(field, srv(`of-${field}`), {}, { [field]: now }, stored(field), now);
const issuer: Spec = { ...IN_ZONE, type: 'CAA', name: 'caa', target: 'ca.example' };

export const recordRows: readonly FieldRow[] = [
  row('name', address('old'), {}, { name: 'new' }, stored('name'), 'new'),
  row('target', address('moves'), {}, { target: '198.51.100.2' }, stored('target'), '198.51.100.2'),
  {
    kind: 'DnsRecord',
    field: 'targetFrom',
    was: address('follows'),
    now: {
      ...IN_ZONE,
      type: 'A',
      name: 'follows',
      targetFrom: { instanceRef: { name: HOSTS[0] } },
    },
    look: stored('target'),
    shows: ({ given }: Parameters<Seen>[0]) =>
      (given.item(HOSTS[0])['ipv4'] as readonly string[])[0],
  },
  row('ttlSec', address('counts'), { ttlSec: 300 }, { ttlSec: 3_600 }, stored('ttl_sec'), 3_600),
  inService('priority', 20),
  inService('weight', 7),
  inService('port', 5_061),
  inService('service', 'renamed'),
  inService('protocol', 'udp'),
  row('tag', issuer, { tag: 'issue' }, { tag: 'issuewild' }, stored('tag'), 'issuewild'),
];
