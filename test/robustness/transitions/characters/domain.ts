import { asSet, type Character, keeps, type Spec, shortest, TAGS } from '../character.ts';

/** Times that the service stores; others are rounded up to the next. Source: dns#times. */
const KEPT = [
  30, 120, 300, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 172_800, 345_600, 604_800, 1_209_600,
  2_419_200,
];
export const stored = (seconds: number): number =>
  seconds === 0 || KEPT.includes(seconds)
    ? seconds
    : (KEPT.slice(2).find((one) => one >= seconds) ?? 0);

/** Returns the reading of a time, for which 0 is another word. Source: dns#times. */
const time = (field: string, usual: number) => ({
  field,
  as: (seconds: number) => stored(seconds) || usual,
  of: (seconds: number) => seconds || usual,
});
const times = (name: string) => ({
  values: [0, 30, 299, 300, 3_601, 2_419_200].map((value) => ({ [name]: value })),
});
const plain = (list: readonly string[]) => asSet(list.map(shortest));
const addresses = (field: string) => ({ field, as: plain, of: plain });

/** Source: dns#domains. */
const READS: Character['reads'] = {
  domain: { field: 'domain', as: (name: string) => name.toLowerCase() },
  type: { field: 'type' },
  publication: { field: 'status', as: (word: string) => word.toLowerCase() },
  soaEmail: { field: 'soa_email' },
  masterIps: addresses('master_ips'),
  axfrIps: addresses('axfr_ips'),
  description: { field: 'description', of: (text: string | null) => text ?? '' },
  group: { field: 'group', of: (text: string | null) => text ?? '' },
  expireSec: time('expire_sec', 1_209_600),
  refreshSec: time('refresh_sec', 14_400),
  retrySec: time('retry_sec', 14_400),
  ttlSec: time('ttl_sec', 86_400),
  tags: TAGS,
};

const facetsOf = (domain: string): Character['facets'] => ({
  type: { values: [{ type: 'master' }, { type: 'slave' }] },
  domain: { values: [{ domain: 'other.example' }, { domain: domain.toUpperCase() }] },
  publication: { values: [{ publication: 'Active' }, { publication: 'Disabled' }] },
  soaEmail: { values: [{ soaEmail: 'dns@example.org' }, { soaEmail: 'Zone.Admin@example.net' }] },
  masterIps: {
    values: [[], ['198.51.100.1'], ['2001:DB8::2', '198.51.100.2']].map((masterIps) => ({
      masterIps,
    })),
  },
  axfrIps: {
    values: [[], ['198.51.100.1'], ['2001:DB8::2', '198.51.100.2']].map((axfrIps) => ({ axfrIps })),
  },
  description: { values: [{ description: 'The shop' }, { description: 'Another' }] },
  group: { values: [{ group: 'shops' }, { group: 'others' }] },
  expireSec: times('expireSec'),
  refreshSec: times('refreshSec'),
  retrySec: times('retrySec'),
  ttlSec: times('ttlSec'),
  tags: { values: [{ tags: [] }, { tags: ['blue'] }, { tags: ['blue', 'green'] }] },
  source: {
    values: [
      { source: { kind: 'Domain', domainRef: { name: 'home' } } },
      { source: { kind: 'Domain', domainRef: { id: { $id: 'Domain/home' } } } },
      { source: { kind: 'Nameserver', remoteNameserver: 'ns1.example.net' } },
    ],
  },
});

const domainOf = (base: Spec): Character => ({
  base,
  facets: facetsOf(String(base['domain'])),
  reads: READS,
  unread: { source: 'a copy does not name its source' },
  troubles: (spec, had) => [
    // No external nameserver answers.
    ...(JSON.stringify(spec['source'] ?? '').includes('Nameserver') ? ['source'] : []),
    ...(spec['publication'] === undefined && had['publication'] === 'Disabled'
      ? ['publication']
      : []),
  ],
  admits: (after, before) =>
    keeps(after, before, ['domain', 'type', 'source']) &&
    after['type'] !== undefined &&
    after['domain'] !== undefined &&
    (after['type'] !== 'master' || after['soaEmail'] !== undefined) &&
    (after['type'] !== 'slave' || ((after['masterIps'] ?? []) as readonly unknown[]).length > 0) &&
    (after['source'] === undefined || after['type'] === 'master'),
  wayward: {},
});

/** A zone with records of its own. Source: dns#domains. */
export const master = domainOf({
  domain: 'zone.example',
  type: 'master',
  soaEmail: 'dns@example.org',
});

/** A copy of another server's zone. */
export const slave = domainOf({
  domain: 'copy.example',
  type: 'slave',
  masterIps: ['198.51.100.1'],
});
