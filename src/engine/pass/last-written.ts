import { same } from '../../model/fingerprint.ts';
import { asRecord } from '../../model/parse.ts';
import { membersOf, readStatus, storedForm } from '../../model/status-layout.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { applyPatch } from './merge-patch.ts';

/** The status of an object as this process last wrote it, or first found it. */
export interface Said {
  readonly uid: string;
  readonly version: string;
  readonly status: unknown;
  /** The status before a write without an answer: it may still be in place. */
  readonly before?: unknown;
}

/** Captures the status of this copy. */
export const saidIn = ({ metadata, status }: KubeObject): Said => ({
  uid: metadata.uid,
  version: metadata.resourceVersion,
  status,
});

/** Captures the status that a write without an answer may have left. */
export const saidInVain = (object: KubeObject, patch: Readonly<Record<string, unknown>>): Said => ({
  ...saidIn(object),
  status: applyPatch(asRecord(object.status), patch),
  before: object.status,
});

/** Reports whether another writer changed the status since: the operator is its only owner. */
export const isSpoilt = (object: KubeObject, said: Said): boolean =>
  object.metadata.uid === said.uid &&
  object.metadata.resourceVersion !== said.version &&
  !same(object.status ?? null, said.status ?? null) &&
  !('before' in said && same(object.status ?? null, said.before ?? null)) &&
  !same(object.status ?? null, trusted(object, said));

/** Returns the status to continue from: the last written one, plus records of requests that another
 *  leader must not repeat. Such a record only delays a request, so that trusting it is safe. */
export function trusted(object: KubeObject, said: Said): Readonly<Record<string, unknown>> {
  const [there, kept] = [membersOf(object.status), membersOf(said.status)];
  const once = { ...texts(there['once']), ...asRecord(kept['once']) };
  const operations = { ...recorded(there['operations']), ...asRecord(kept['operations']) };
  return storedForm({
    ...asRecord(said.status),
    ...filled('once', once),
    ...filled('operations', operations),
  });
}

const texts = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(asRecord(value)).filter(([, text]) => typeof text === 'string'),
  );

/** Returns the records of Operations that can be read. */
const recorded = (value: unknown): object =>
  readStatus(storedForm({ operations: value })).operations ?? {};

const filled = (field: string, members: object): object =>
  Object.keys(members).length === 0 ? {} : { [field]: members };
