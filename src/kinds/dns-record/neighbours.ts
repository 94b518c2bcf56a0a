import type { DomainRecord } from '../../api/records.ts';
import { type Step, wait } from '../../model/step.ts';
import { fieldsToSend, recordHas, type Values, zoneOf } from './fields.ts';
import type { Wish } from './terms.ts';

const RECHECK_MS = 60_000;

/** What other records of the domain have against one, be it new or changed: they have to go first, so it waits.
 *  Source: dns#fields-of-each-type; dns#null-mx.
 *  @param there what there is of the record already */
export function neighboursInTheWay(desired: Wish, others: readonly DomainRecord[], there: Values = {}): readonly Step[] {
  const record = { ...there, ...fieldsToSend(desired) };
  return [...aliases(desired, record, others), ...mail(desired, record, others)].slice(0, 1);
}

/** The name that a record stands under, within its domain. */
function ownerOf({ name, service, protocol }: Values, type: string): string {
  const parts = type === 'SRV' ? [service, protocol].flatMap((part) => (part ? [`_${part}`] : [])) : [name ?? ''];
  return parts.join('.').toLowerCase();
}

function aliases(desired: Wish, record: Values, others: readonly DomainRecord[]): readonly Step[] {
  const { type } = desired.spec;
  const owner = ownerOf(record, type);
  const other = others.find(
    (one) => (type === 'CNAME' || one.type === 'CNAME') && ownerOf(recordHas(one, zoneOf(desired)), one.type) === owner,
  );
  if (other === undefined) return [];
  return [wait(`the ${other.type} record ${other.id} of the same name to go: a CNAME is the only record of its name`, RECHECK_MS)];
}

const isNullMx = ({ name, target }: Values): boolean => (name ?? '') === '' && target === '';

function mail(desired: Wish, record: Values, others: readonly DomainRecord[]): readonly Step[] {
  const mails = desired.spec.type === 'MX' ? others.filter(({ type }) => type === 'MX') : [];
  const [first] = mails;
  if (first === undefined) return [];
  const nullMx = mails.find((one) => isNullMx(recordHas(one, zoneOf(desired))));
  if (nullMx !== undefined) return [wait(`the MX record ${nullMx.id} to go, which says that the domain takes no mail`, RECHECK_MS)];
  if (!isNullMx(record)) return [];
  return [wait(`the MX record ${first.id} to go: a domain that takes no mail has no other`, RECHECK_MS)];
}
