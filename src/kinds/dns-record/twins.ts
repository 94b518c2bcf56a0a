import type { DomainRecord } from '../../api/records.ts';
import { refuse, type Step } from '../../model/step.ts';
import { recordHas, recordWants, type Values, zoneOf } from './fields.ts';
import type { Wish } from './terms.ts';
import { leadsToHost } from './uses.ts';

/** A refusal where a record of the zone may be the wished one and the spec does not say what the zone is called: a name can be written out with its domain,
 *  and a target of one label is a host of it, so that neither can be compared with what the service keeps. Null where none may be. */
export function likelyTwin(desired: Wish, siblings: readonly DomainRecord[]): Step | null {
  if (zoneOf(desired) !== '') return null;
  const wanted = recordWants(desired);
  const twin = siblings.find((one) => mayBeSame(wanted, recordHas(one, '')));
  if (twin === undefined) return null;
  const what = `record ${twin.id} of the domain may be the one that is asked for`;
  return refuse('spec.domain', `is needed beside spec.domainId: ${what}, which only the name of the domain tells`);
}

const mayBeSame = (wanted: Values, there: Values): boolean =>
  wanted['type'] === there['type'] &&
  nameFits(textOf(wanted, 'name'), textOf(there, 'name')) &&
  targetFits(wanted, textOf(wanted, 'target'), textOf(there, 'target')) &&
  ['service', 'protocol'].every((field) => textOf(wanted, field) === textOf(there, field));

const textOf = (fields: Values, field: string): string => String(fields[field] ?? '');

/** A name that is written out begins with what is kept of it; of the domain itself nothing is. */
const nameFits = (wanted: string, there: string): boolean =>
  wanted === there || (there === '' ? wanted.includes('.') : wanted.startsWith(`${there}.`));

const targetFits = ({ type }: Values, wanted: string, there: string): boolean =>
  wanted === there || (leadsToHost(String(type)) && wanted !== '' && !wanted.includes('.') && there.startsWith(`${wanted}.`));
