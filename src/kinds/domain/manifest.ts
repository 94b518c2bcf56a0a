import { DEFAULT_SECONDS, type Domain, roundedUp } from '../../api/domains.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { domainHas } from './fields.ts';
import type { Seen } from './terms.ts';

const { expire_sec, refresh_sec, retry_sec, ttl_sec } = DEFAULT_SECONDS;
const USUAL = { status: 'active', expireSec: expire_sec, refreshSec: refresh_sec, retrySec: retry_sec, ttlSec: ttl_sec };
const TIMES = ['expireSec', 'refreshSec', 'retrySec', 'ttlSec'];

/** A domain as a manifest; where it was copied from does not read back. Source: dns#domains. */
export const domainManifest: Manifest<Domain, Seen> = {
  specOf: ({ item }) => {
    const sayable = Object.entries(domainHas(item)).filter(
      ([field, value]) => !TIMES.includes(field) || roundedUp(Number(value)) === value,
    );
    return specFrom(Object.fromEntries(sayable), USUAL);
  },
};
