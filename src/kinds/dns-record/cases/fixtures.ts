import type { Need, Stage } from '../../../model/case.ts';

const other = (id: number, body: object): Need => ({
  id,
  fields: [],
  method: 'POST',
  path: '/domains/{51}/records',
  body: { ...body },
});

/** The domain of the rows, and other records in it. */
export const needs: readonly Need[] = [
  {
    id: 51,
    fields: ['domainRef'],
    method: 'POST',
    path: '/domains',
    body: { domain: 'example.org', type: 'master', soa_email: 'dns@example.org' },
  },
  other(71, { type: 'TXT', name: 'shop', target: 'x' }),
  other(72, { type: 'CNAME', name: 'shop', target: 'x.example.net' }),
  other(73, { type: 'MX', name: 'sub', target: 'mail.example.net' }),
  other(74, { type: 'MX', name: '', target: '', priority: 0 }),
  other(75, { type: 'A', name: 'www', target: '198.51.100.1' }),
  other(76, {
    type: 'SRV',
    service: 'shop',
    protocol: 'tcp',
    priority: 1,
    weight: 1,
    port: 1,
    target: 'x.example.net',
  }),
];

const fieldStage = (field: string, as = field): Stage => ({ field, spec: { [as]: '{value}' } });

/** Stages for the records in the rows: by a spec that produces them, or by requests where no spec
 *  does. */
export const stages: readonly Stage[] = [
  // Service and protocol determine the name of an SRV record.
  { field: 'name', value: '_sip._tcp', spec: { name: undefined } },
  {
    field: 'target',
    value: 'localhost',
    requests: [
      { method: 'PUT', path: '/domains/{51}/records/{id}', body: { target: 'localhost.' } },
    ],
  },
  ...['type', 'name', 'target', 'priority', 'weight', 'port', 'service', 'protocol', 'tag'].map(
    (field) => fieldStage(field),
  ),
  {
    ...fieldStage('ttl_sec', 'ttlSec'),
    requests: [{ method: 'PUT', path: '/domains/{51}/records/{id}', body: { ttl_sec: '{value}' } }],
  },
];
