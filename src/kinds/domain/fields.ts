import { DEFAULT_SECONDS, type Domain, roundedUp } from '../../api/domains.ts';
import { canonicalAddress } from '../../model/address.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { type Fields, named } from '../../model/step.ts';
import { storedTags, wantedTags } from '../../model/tags.ts';
import type { Desired, Observed } from './types.ts';

/** The spelling in which names are sent and compared: lower case, no period behind. */
export const canonicalName = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** The name of the domain; empty where the spec names none. */
export const nameOf = ({ spec }: Desired): string => canonicalName(spec.domain ?? '');

const addresses = (list: readonly string[]): readonly string[] =>
  [...new Set(list.map((address) => canonicalAddress(address) ?? address))].toSorted();

/** A time as it is compared: 0 stands for the default. Source: dns#times. */
const effective = (field: keyof typeof DEFAULT_SECONDS, seconds: number): number =>
  seconds === 0 ? DEFAULT_SECONDS[field] : seconds;

/** The times that the spec names, as they are sent. */
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

/** The managed fields; times are what they stand for. */
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

/** The word of the service for it. Source: dns#status. */
export const statusFor = (publication: NonNullable<Desired['spec']['publication']>): string =>
  ({ Active: 'active', Disabled: 'disabled' })[publication];

/** The same fields of an item. The service's own words for a zone that it works on or cannot render
 *  are those of an active one. Source: dns#domains. */
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

/** A domain as a manifest; where it was copied from does not read back. Source: dns#domains. */
export const domainManifest: Manifest<Domain, Observed> = {
  specOf: ({ item }) => {
    const sayable = Object.entries(domainHas(item)).filter(
      ([field, value]) => !TIMES.includes(field) || roundedUp(Number(value)) === value,
    );
    return specFrom(Object.fromEntries(sayable), USUAL);
  },
};
