import type { DomainRecord } from '../../api/records.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import type { Fields } from '../../model/step.ts';
import { recordHas } from './fields.ts';
import type { Seen } from './terms.ts';
import { hasName, leadsToHost, usedBy } from './uses.ts';

const USUAL = { ttlSec: 0 };

/** A host of one label is whole, which a period behind it says; none at all stands for no mail. */
const asWritten = (type: string, target: string): string =>
  leadsToHost(type) && target !== '' && !target.includes('.') ? `${target}.` : target;

/** A record as a manifest, in its domain. Source: dns#records. */
export const recordManifest: Manifest<DomainRecord, Seen> = {
  specOf: ({ item }, holder) => {
    const { domain } = holder;
    const has = recordHas(item, typeof domain === 'string' ? domain : '');
    const used: Fields = Object.fromEntries(usedBy(item.type).map((field) => [field, has[field]]));
    return {
      ...holder,
      ...specFrom({ type: has['type'], name: hasName(item.type) ? has['name'] || '@' : null, ttlSec: has['ttlSec'], ...used }, USUAL),
      target: asWritten(item.type, String(has['target'])),
    };
  },
  nameOf: ({ type, name, service, protocol }) => [...(hasName(type) ? [name] : [service, protocol]), type].join(' '),
  heldBy: { kind: 'Domain', fieldsOf: (domainId, { domain }) => ({ domainId, domain }) },
};
