import { path } from '../../api/endpoint.ts';
import { type DomainRecord, records } from '../../api/records.ts';
import { del, post, put } from '../../model/request.ts';
import { wireFields } from '../../model/spelling.ts';
import { among, type Change, call, changes, refuse, type Step, wait } from '../../model/step.ts';
import { domainIdOf, fieldsToSend, recordHas, recordWants, zoneOf } from './fields.ts';
import { likelyTwin, neighboursInTheWay } from './parts/neighbours.ts';
import { hasName, NEEDED } from './parts/uses.ts';
import type { Desired, Observed } from './types.ts';

/** Creates a record in one request, once no other conflicts with it. Source: dns#records. */
export function createRecord(desired: Desired, siblings: readonly DomainRecord[]): readonly Step[] {
  const { type, targetFrom } = desired.spec;
  const domainId = domainIdOf(desired);
  if (domainId === undefined) return [wait('the domain that the spec names, which has no id yet')];
  const sent = fieldsToSend(desired);
  if (sent['target'] === undefined && targetFrom !== undefined)
    return [wait('an address of the instance that the spec names')];
  const problem = problemOf(desired) ?? missing(desired) ?? likelyTwin(desired, siblings);
  if (problem !== null) return [problem];
  const blocked = neighboursInTheWay(desired, siblings);
  if (blocked.length > 0) return blocked;
  const body = wireFields({ type, ...(hasName(type) ? { name: '' } : {}), ...sent });
  return [
    call(
      'Create',
      post(path(records.create.path, { domainId }), body),
      changes(recordWants(desired), {}),
      { answers: 'item' },
    ),
  ];
}

function missing({ spec }: Desired): Step | null {
  const field = ['target' as const, ...(NEEDED[spec.type] ?? [])].find(
    (one) => spec[one] === undefined,
  );
  return field === undefined ? null : refuse(`spec.${field}`, `is required for ${spec.type}`);
}

/** Checks a name in this domain. */
function problemOf(desired: Desired): Step | null {
  const { type, name } = desired.spec;
  const { name: within } = fieldsToSend(desired);
  const zone = zoneOf(desired);
  if (type === 'CNAME' && within === '')
    return refuse('spec.name', 'a CNAME needs a name, the domain itself has other records');
  if (zone !== '' && name?.endsWith('.') === true && `${String(within)}.` === name.toLowerCase()) {
    return refuse('spec.name', `${name} is fully qualified and does not end in ${zone}`);
  }
  return null;
}

/** Returns the steps that bring the record to the spec: one request; its type is immutable. Source:
 *  dns#records. */
export function updateRecord(desired: Desired, { item }: Observed): readonly Step[] {
  const changed = changes(recordWants(desired), recordHas(item, zoneOf(desired)));
  const [type] = among(changed, 'type');
  if (type !== undefined)
    return [
      refuse(
        'spec.type',
        `the type of a record cannot change (is ${item.type}): create a new object`,
        type,
      ),
    ];
  const problem = problemOf(desired);
  return problem === null ? change(desired, item, changed) : [problem];
}

function change(desired: Desired, item: DomainRecord, changed: readonly Change[]): readonly Step[] {
  const sent = fieldsToSend(desired);
  const body = wireFields(Object.fromEntries(changed.map(({ field }) => [field, sent[field]])));
  return changed.length === 0
    ? []
    : [call('Update', put(one(desired, item), body), changed, { answers: 'item' })];
}

const one = (desired: Desired, item: DomainRecord): string =>
  path(records.update.path, { domainId: domainIdOf(desired) ?? 0, recordId: item.id });

/** Returns the steps that delete the record. Source: dns#records. */
export const removeRecord = (desired: Desired, { item }: Observed): readonly Step[] => [
  call('Delete', del(one(desired, item)), [], {
    effect: 'disrupts',
    loses: 'the name no longer resolves',
  }),
];
