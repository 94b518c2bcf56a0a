import { same } from '../../model/fingerprint.ts';
import { ANNOTATION } from '../../model/group.ts';
import { asRecord } from '../../model/parse.ts';
import { membersOf, storedForm } from '../../model/status-layout.ts';
import { entryFor } from '../../model/table.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { applyPatch } from './merge-patch.ts';

/** The status of an object as this process wrote it last, or found it when it looked first. */
export interface Said {
  readonly uid: string;
  readonly version: string;
  readonly status: unknown;
  /** The status in front of a write without an answer: it may be there still. */
  readonly before?: unknown;
}

/** The status of this copy, to be remembered. */
export const saidIn = ({ metadata, status }: KubeObject): Said => ({
  uid: metadata.uid,
  version: metadata.resourceVersion,
  status,
});

/** The status that a write without an answer may have made of this copy. */
export const saidInVain = (object: KubeObject, patch: Readonly<Record<string, unknown>>): Said => ({
  ...saidIn(object),
  status: applyPatch(asRecord(object.status), patch),
  before: object.status,
});

/** Whether another writer changed the status since: the operator is its only owner. */
export const isSpoilt = (object: KubeObject, said: Said): boolean =>
  object.metadata.uid === said.uid &&
  object.metadata.resourceVersion !== said.version &&
  !same(object.status ?? null, said.status ?? null) &&
  !('before' in said && same(object.status ?? null, said.before ?? null)) &&
  !same(object.status ?? null, trusted(object, said));

/** The status to go on from: what was written last, and what another leader recorded since about
 *  requests that must not be sent twice. Such a record only holds a request back, so that believing
 *  it is safe. */
export function trusted(object: KubeObject, said: Said): Readonly<Record<string, unknown>> {
  const [there, kept] = [membersOf(object.status), membersOf(said.status)];
  const once = { ...texts(there['once']), ...asRecord(kept['once']) };
  const requests = {
    ...asRecord(kept['requests']),
    ...answered(object, asRecord(kept['requests'])),
  };
  return storedForm({
    ...asRecord(said.status),
    ...filled('once', once),
    ...filled('requests', requests),
  });
}

const texts = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(asRecord(value)).filter(([, text]) => typeof text === 'string'),
  );

/** The records of the requests that the annotations ask for now, where none was kept. */
function answered(
  { metadata, status }: KubeObject,
  kept: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const records = Object.entries(asRecord(asRecord(status)['requests']));
  const asked = (verb: string): unknown => metadata.annotations?.[ANNOTATION.request(verb)];
  const tokenOf = (record: unknown): unknown => asRecord(record)['token'];
  return Object.fromEntries(
    records.filter(
      ([verb, record]) =>
        tokenOf(record) !== undefined &&
        tokenOf(record) === asked(verb) &&
        tokenOf(entryFor(kept, verb)) !== tokenOf(record),
    ),
  );
}

const filled = (field: string, members: object): object =>
  Object.keys(members).length === 0 ? {} : { [field]: members };
