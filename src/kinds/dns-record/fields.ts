import { roundedUp } from '../../api/domains.ts';
import type { DomainRecord } from '../../api/records.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { asRecord } from '../../model/parse.ts';
import { type Fields, named } from '../../model/step.ts';
import { comparable, nameWithin, targetToSend, withoutUnderscore } from './parts/canonical.ts';
import { hasName, leadsToHost, usedBy } from './parts/uses.ts';
import type { Desired, Observed, Values } from './types.ts';

/** What a spec says of its domain: nothing, where an item is looked at before there is a spec. */
const domainIn = ({ domainRef }: Partial<Desired['spec']>) => domainRef;

/** The id of the domain; undefined while the reference leads to none. */
export const domainIdOf = ({ spec }: Desired): number | undefined => domainIn(spec)?.id;

/** The name of the domain; empty where the spec does not tell it. */
export const zoneOf = ({ spec }: Desired): string => domainIn(spec)?.domain ?? '';

const spelled = <V>(field: string, value: V): V | string =>
  typeof value === 'string' && (field === 'service' || field === 'protocol')
    ? withoutUnderscore(value)
    : value;

/** The fields as they are sent; those that the type does not use are not there. */
export function fieldsToSend(desired: Desired): Values {
  const { spec } = desired;
  const { type, name, target, ttlSec } = spec;
  return named({
    name: name === undefined || !hasName(type) ? undefined : nameWithin(zoneOf(desired), name),
    target: target === undefined ? undefined : targetToSend(type, zoneOf(desired), target),
    ttlSec: ttlSec === undefined ? undefined : roundedUp(ttlSec),
    ...Object.fromEntries(usedBy(type).map((field) => [field, spelled(field, spec[field])])),
    // The MX record of no mail has no other priority. Source: dns#null-mx.
    ...(type === 'MX' && target === '' ? { priority: 0 } : {}),
  }) as Values;
}

/** The managed fields as they are compared. */
export const recordWants = (desired: Desired): Values => {
  const { type } = desired.spec;
  const { target, ...others } = fieldsToSend(desired);
  return {
    type,
    ...others,
    ...(typeof target === 'string' ? { target: comparable(type, target) } : {}),
  };
};

/** The same fields of an item. @param zone name of its domain */
export const recordHas = (item: DomainRecord, zone: string): Values => ({
  type: item.type,
  name: nameWithin(zone, item.name),
  target: comparable(item.type, item.target),
  ttlSec: item.ttl_sec,
  priority: item.priority,
  weight: item.weight,
  port: item.port,
  service: spelled('service', item.service),
  protocol: spelled('protocol', item.protocol),
  tag: item.tag,
});

const LONGEST_SHOWN = 100;

/** What two records never have in common, but for twins: type, name, target, and what else tells
 *  apart those of the type. */
function keyFrom(fields: Values): string {
  const type = String(fields['type']);
  const target = String(fields['target'] ?? '');
  const shown =
    target.length > LONGEST_SHOWN
      ? `${target.slice(0, LONGEST_SHOWN / 2)}… ${fingerprint(target)}`
      : target;
  const others = usedBy(type).map(
    (field) =>
      `${field} ${String(fields[field] ?? (field === 'protocol' || field === 'service' ? '-' : 0))}`,
  );
  return [type, ...(hasName(type) ? [fields['name'] || '@'] : []), shown, ...others].join(' ');
}

/** The natural key of the record that is wished. */
export const keyOfWish = (desired: Desired): string =>
  keyFrom({ name: '', ...recordWants(desired) });

/** The natural key of a stored one, as long as its name stands without its domain. */
export const keyOfItem = (item: DomainRecord): string => keyFrom(recordHas(item, ''));

/** The type and the name of a stored record, as they are stored. */
export const storedName = ({ type, name }: DomainRecord): string =>
  `${type} ${nameWithin('', name)}`;

/** The names under which a record may be stored that answers the same question: a name can stand
 *  with its domain. */
export function storedNamesOf(desired: Desired): readonly string[] {
  const { type, name = '' } = recordWants(desired);
  const zone = nameWithin('', zoneOf(desired));
  return [name, ...(zone === '' ? [] : [name === '' ? zone : `${name}.${zone}`])].map(
    (one) => `${type} ${one}`,
  );
}

/** Whether a stored record answers the same question as the one that is wanted. The MX record of no
 *  mail does not: no other stands beside it. */
export function answersTheSame(desired: Desired, item: DomainRecord): boolean {
  const wanted = recordWants(desired);
  const stored = recordHas(item, zoneOf(desired));
  const name = (fields: Values): readonly unknown[] => [
    fields['name'] ?? '',
    fields['service'] ?? '',
    fields['protocol'] ?? '',
  ];
  if (wanted['target'] === '' || stored['target'] === '') return false;
  return wanted['type'] === stored['type'] && name(wanted).join(' ') === name(stored).join(' ');
}

const USUAL = { ttlSec: 0 };

/** A host of one label is whole, which a period behind it says; none at all stands for no mail. */
const asWritten = (type: string, target: string): string =>
  leadsToHost(type) && target !== '' && !target.includes('.') ? `${target}.` : target;

/** A record as a manifest, in its domain. Source: dns#records. */
export const recordManifest: Manifest<DomainRecord, Observed> = {
  specOf: ({ item }, holder) => {
    const { domain } = asRecord(holder['domainRef']);
    const has = recordHas(item, typeof domain === 'string' ? domain : '');
    const used: Fields = Object.fromEntries(usedBy(item.type).map((field) => [field, has[field]]));
    return {
      ...holder,
      ...specFrom(
        {
          type: has['type'],
          name: hasName(item.type) ? has['name'] || '@' : null,
          ttlSec: has['ttlSec'],
          ...used,
        },
        USUAL,
      ),
      target: asWritten(item.type, String(has['target'])),
    };
  },
  nameOf: ({ type, name, service, protocol }) =>
    [...(hasName(type) ? [name] : [service, protocol]), type].join(' '),
  heldBy: { kind: 'Domain', fieldsOf: (id, { domain }) => ({ domainRef: { id, domain } }) },
};
