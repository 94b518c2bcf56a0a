import { DEFAULT_SECONDS, type Domain, roundedUp } from '../../api/domains.ts';
import { canonicalAddress } from '../../model/address.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { type Fields, named } from '../../model/step.ts';
import { storedTags, wantedTags } from '../../model/tags.ts';
import type { Desired, Observed } from './types.ts';

/** Returns the canonical form of a name: lower case, no trailing period. */
export const canonicalName = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Returns the name of the domain; empty where the spec names none. */
export const nameOf = ({ spec }: Desired): string => canonicalName(spec.domain ?? '');

const addresses = (list: readonly string[]): readonly string[] =>
  [...new Set(list.map((address) => canonicalAddress(address) ?? address))].toSorted();

/** Returns a time for comparison: 0 stands for the default. Source: dns#times. */
const effective = (field: keyof typeof DEFAULT_SECONDS, seconds: number): number =>
  seconds === 0 ? DEFAULT_SECONDS[field] : seconds;

/** Returns the times of the spec in the form to send. */
export const timesOf = ({ spec }: Desired) => {
  const sent = (seconds: number | undefined): number | undefined =>
    seconds === undefined ? undefined : roundedUp(seconds);
  return {
    expireSec: sent(spec.expireSec),
    refreshSec: sent(spec.refreshSec),
    retrySec: sent(spec.retrySec),
    ttlSec: sent(spec.ttlSec),
  };
};

/** Returns the managed fields, with effective times. */
export const domainWants = (desired: Desired): Fields => {
  const { spec, mark } = desired;
  const { expireSec, refreshSec, retrySec, ttlSec } = timesOf(desired);
  return {
    ...wantedTags(spec.tags, mark),
    ...named({
      domain: spec.domain && nameOf(desired),
      type: spec.type,
      publication: spec.publication,
      soaEmail: spec.soaEmail,
      masterIps: spec.masterIps && addresses(spec.masterIps),
      axfrIps: spec.axfrIps && addresses(spec.axfrIps),
      description: spec.description,
      group: spec.group,
      expireSec: expireSec === undefined ? undefined : effective('expire_sec', expireSec),
      refreshSec: refreshSec === undefined ? undefined : effective('refresh_sec', refreshSec),
      retrySec: retrySec === undefined ? undefined : effective('retry_sec', retrySec),
      ttlSec: ttlSec === undefined ? undefined : effective('ttl_sec', ttlSec),
    }),
  };
};

/** Returns the status of the service for a publication. Source: dns#status. */
export const statusFor = (publication: NonNullable<Desired['spec']['publication']>): string =>
  ({ Active: 'active', Disabled: 'disabled' })[publication];

/** Returns the same fields of an item. The statuses of a zone in edit mode or with errors count as
 *  active. Source: dns#domains. */
export const domainHas = (item: Domain): Fields => ({
  ...storedTags(item.tags),
  domain: canonicalName(item.domain),
  type: item.type,
  publication: item.status === 'disabled' ? 'Disabled' : 'Active',
  soaEmail: item.soa_email ?? '',
  masterIps: addresses(item.master_ips),
  axfrIps: addresses(item.axfr_ips),
  description: item.description ?? '',
  group: item.group ?? '',
  expireSec: effective('expire_sec', item.expire_sec),
  refreshSec: effective('refresh_sec', item.refresh_sec),
  retrySec: effective('retry_sec', item.retry_sec),
  ttlSec: effective('ttl_sec', item.ttl_sec),
});

const { expire_sec, refresh_sec, retry_sec, ttl_sec } = DEFAULT_SECONDS;
const USUAL = {
  publication: 'Active',
  expireSec: expire_sec,
  refreshSec: refresh_sec,
  retrySec: retry_sec,
  ttlSec: ttl_sec,
};
const TIMES = ['expireSec', 'refreshSec', 'retrySec', 'ttlSec'];

/** Converts a domain to a manifest; its source cannot be read back. Source: dns#domains. */
export const domainManifest: Manifest<Domain, Observed> = {
  specOf: ({ item }) => {
    const sayable = Object.entries(domainHas(item)).filter(
      ([field, value]) => !TIMES.includes(field) || roundedUp(Number(value)) === value,
    );
    return specFrom(Object.fromEntries(sayable), USUAL);
  },
};
