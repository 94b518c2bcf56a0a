import { roundedUp } from '../../api/domains.ts';
import type { DomainRecord } from '../../api/records.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { asRecord } from '../../model/parse.ts';
import { type Fields, named } from '../../model/step.ts';
import { comparable, nameWithin, targetToSend, withoutUnderscore } from './parts/canonical.ts';
import { hasName, leadsToHost, usedBy } from './parts/uses.ts';
import type { Desired, Observed, Values } from './types.ts';

/** Returns the domain reference of a spec; undefined where an item is read before there is a
 *  spec. */
const domainIn = ({ domainRef }: Partial<Desired['spec']>) => domainRef;

/** Returns the id of the domain; undefined while the reference is unresolved. */
export const domainIdOf = ({ spec }: Desired): number | undefined => domainIn(spec)?.id;

/** Returns the name of the domain; empty where the spec does not contain it. */
export const zoneOf = ({ spec }: Desired): string => domainIn(spec)?.domain ?? '';

const spelled = <V>(field: string, value: V): V | string =>
  typeof value === 'string' && (field === 'service' || field === 'protocol')
    ? withoutUnderscore(value)
    : value;

/** Returns the fields to send, without those that the type does not use. */
export function fieldsToSend(desired: Desired): Values {
  const { spec } = desired;
  const { type, name, target, ttlSec } = spec;
  return named({
    name: name === undefined || !hasName(type) ? undefined : nameWithin(zoneOf(desired), name),
    target: target === undefined ? undefined : targetToSend(type, zoneOf(desired), target),
    ttlSec: ttlSec === undefined ? undefined : roundedUp(ttlSec),
    ...Object.fromEntries(usedBy(type).map((field) => [field, spelled(field, spec[field])])),
    // The null MX record has priority 0. Source: dns#null-mx.
    ...(type === 'MX' && target === '' ? { priority: 0 } : {}),
  }) as Values;
}

/** Returns the managed fields in canonical form. */
export const recordWants = (desired: Desired): Values => {
  const { type } = desired.spec;
  const { target, ...others } = fieldsToSend(desired);
  return {
    type,
    ...others,
    ...(typeof target === 'string' ? { target: comparable(type, target) } : {}),
  };
};

/** Returns the same fields of an item. @param zone name of its domain */
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

/** Builds the natural key, unique except for duplicates: type, name, target, and the distinguishing
 *  fields of the type. */
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

/** Returns the natural key of the desired record. */
export const desiredKey = (desired: Desired): string =>
  keyFrom({ name: '', ...recordWants(desired) });

/** Returns the natural key of a stored record, if its name is stored without its domain. */
export const keyOfItem = (item: DomainRecord): string => keyFrom(recordHas(item, ''));

/** Returns type and name of a stored record, as stored. */
export const storedName = ({ type, name }: DomainRecord): string =>
  `${type} ${nameWithin('', name)}`;

/** Returns the names under which a record for the same question may be stored: a name may include
 *  its domain. */
export function storedNamesOf(desired: Desired): readonly string[] {
  const { type, name = '' } = recordWants(desired);
  const zone = nameWithin('', zoneOf(desired));
  return [name, ...(zone === '' ? [] : [name === '' ? zone : `${name}.${zone}`])].map(
    (one) => `${type} ${one}`,
  );
}

/** Reports whether a stored record answers the same question as the desired one. The null MX record
 *  does not: no other record may stand beside it. */
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

/** Marks a host of one label as complete with a trailing period; an empty host means no mail. */
const asWritten = (type: string, target: string): string =>
  leadsToHost(type) && target !== '' && !target.includes('.') ? `${target}.` : target;

/** Converts a record to a manifest, in its domain. Source: dns#records. */
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
