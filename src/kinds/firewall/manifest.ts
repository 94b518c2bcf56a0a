import type { Firewall } from '../../api/firewalls.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { devicesOf } from './details.ts';
import { firewallHas, ordered, placesOf } from './fields.ts';
import type { Seen } from './terms.ts';

/** A firewall as a manifest: its rules as a whole, and the instances behind it. Source: firewalls#firewalls; firewalls#devices. */
export const firewallManifest: Manifest<Firewall, Seen> = {
  specOf: (seen) => {
    const { inbound, inboundPolicy, outbound, outboundPolicy, status, ...others } = firewallHas(seen.item);
    const instanceIds = ordered((placesOf(seen, {}) ?? []).map(({ instanceId }) => instanceId));
    const rules = { inbound, inboundPolicy, outbound, outboundPolicy };
    return { ...specFrom({ ...others, status: status === 'disabled' ? status : null, instanceIds }), rules };
  },
  reads: devicesOf,
};
