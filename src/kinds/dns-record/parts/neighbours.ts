import type { DomainRecord } from '../../../api/records.ts';
import { refuse, type Step, wait } from '../../../model/step.ts';
import { fieldsToSend, recordHas, recordWants, zoneOf } from '../fields.ts';
import type { Desired, Values } from '../types.ts';
import { leadsToHost } from './uses.ts';

const RECHECK_MS = 60_000;

/** Returns waits for other records of the domain that conflict with a new or changed one: they have
 *  to be deleted first. Source: dns#fields-of-each-type; dns#null-mx.
 *  @param there existing fields of the record */
export function neighboursInTheWay(
  desired: Desired,
  others: readonly DomainRecord[],
  there: Values = {},
): readonly Step[] {
  const record = { ...there, ...fieldsToSend(desired) };
  return [...aliases(desired, record, others), ...mail(desired, record, others)].slice(0, 1);
}

/** Returns the owner name of a record, within its domain. */
function ownerOf({ name, service, protocol }: Values, type: string): string {
  const parts =
    type === 'SRV'
      ? [service, protocol].flatMap((part) => (part ? [`_${part}`] : []))
      : [name ?? ''];
  return parts.join('.').toLowerCase();
}

function aliases(
  desired: Desired,
  record: Values,
  others: readonly DomainRecord[],
): readonly Step[] {
  const { type } = desired.spec;
  const owner = ownerOf(record, type);
  const other = others.find(
    (one) =>
      (type === 'CNAME' || one.type === 'CNAME') &&
      ownerOf(recordHas(one, zoneOf(desired)), one.type) === owner,
  );
  if (other === undefined) return [];
  return [
    wait(
      `the ${other.type} record ${other.id} of the same name to be removed: a CNAME must be the only record of its name`,
      RECHECK_MS,
    ),
  ];
}

const isNullMx = ({ name, target }: Values): boolean => (name ?? '') === '' && target === '';

function mail(desired: Desired, record: Values, others: readonly DomainRecord[]): readonly Step[] {
  const mails = desired.spec.type === 'MX' ? others.filter(({ type }) => type === 'MX') : [];
  const [first] = mails;
  if (first === undefined) return [];
  const nullMx = mails.find((one) => isNullMx(recordHas(one, zoneOf(desired))));
  if (nullMx !== undefined)
    return [
      wait(
        `the MX record ${nullMx.id} to be removed, which declares that the domain accepts no mail`,
        RECHECK_MS,
      ),
    ];
  if (!isNullMx(record)) return [];
  return [
    wait(
      `the MX record ${first.id} to be removed: a domain that accepts no mail has no other MX record`,
      RECHECK_MS,
    ),
  ];
}

/** Refuses a record that may equal an existing one of the zone while the spec lacks the name of the
 *  zone: a name may include its domain, and a target of one label is a host of it, so that neither
 *  can be compared with the stored form. Null where none may be equal. */
export function likelyTwin(desired: Desired, siblings: readonly DomainRecord[]): Step | null {
  if (zoneOf(desired) !== '') return null;
  const wanted = recordWants(desired);
  const twin = siblings.find((one) => mayBeSame(wanted, recordHas(one, '')));
  if (twin === undefined) return null;
  const what = `record ${twin.id} of the domain can be the requested record`;
  return refuse(
    'spec.domainRef.domain',
    `is required with the id: ${what}, and only the name of the domain can show this`,
  );
}

const mayBeSame = (wanted: Values, there: Values): boolean =>
  wanted['type'] === there['type'] &&
  nameFits(textOf(wanted, 'name'), textOf(there, 'name')) &&
  targetFits(wanted, textOf(wanted, 'target'), textOf(there, 'target')) &&
  ['service', 'protocol'].every((field) => textOf(wanted, field) === textOf(there, field));

const textOf = (fields: Values, field: string): string => String(fields[field] ?? '');

/** Reports whether a desired name may equal a stored one: a full name begins with its stored part,
 *  which is empty for the domain itself. */
const nameFits = (wanted: string, there: string): boolean =>
  wanted === there || (there === '' ? wanted.includes('.') : wanted.startsWith(`${there}.`));

const targetFits = ({ type }: Values, wanted: string, there: string): boolean =>
  wanted === there ||
  (leadsToHost(String(type)) &&
    wanted !== '' &&
    !wanted.includes('.') &&
    there.startsWith(`${wanted}.`));
