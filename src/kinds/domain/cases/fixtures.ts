import type { Need, Stage } from '../../../model/case.ts';

/** The domain to copy. */
export const needs: readonly Need[] = [
  {
    id: 5,
    fields: ['domainRef'],
    method: 'POST',
    path: '/domains',
    body: { domain: 'source.org', type: 'master', soa_email: 'dns@source.org' },
  },
];

const put = (field: string): Stage => ({
  field,
  requests: [{ method: 'PUT', path: '/domains/{id}', body: { [field]: '{value}' } }],
});

/** Stages for the domains in the rows. */
export const stages: readonly Stage[] = [
  { ...put('status'), value: 'disabled', once: true },
  { ...put('status'), value: 'active', once: true },
  { field: 'description', value: '', once: true },
  { field: 'group', value: '', once: true },
  { ...put('soa_email'), once: true },
  { ...put('expire_sec'), value: 0, once: true },
  { ...put('refresh_sec'), value: 0, once: true },
  ...[
    'tags',
    'axfr_ips',
    'description',
    'group',
    'expire_sec',
    'refresh_sec',
    'retry_sec',
    'ttl_sec',
  ].map(put),
];
