import { same } from '../../model/fingerprint.ts';
import { asRecord } from '../../model/parse.ts';
import { membersOf, readStatus, storedForm } from '../../model/status-layout.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { applyPatch } from './merge-patch.ts';

/** The status of an object as this process last wrote it, or first found it. */
export interface WrittenStatus {
  readonly uid: string;
  readonly version: string;
  readonly status: unknown;
  /** The status before a write without an answer: it may still be in place. */
  readonly before?: unknown;
}

/** Captures the status of this copy. */
export const writtenIn = ({ metadata, status }: KubeObject): WrittenStatus => ({
  uid: metadata.uid,
  version: metadata.resourceVersion,
  status,
});

/** Captures the status that a write without an answer may have left. */
export const unansweredWrite = (
  object: KubeObject,
  patch: Readonly<Record<string, unknown>>,
): WrittenStatus => ({
  ...writtenIn(object),
  status: applyPatch(asRecord(object.status), patch),
  before: object.status,
});

/** Reports whether another writer changed the status since: the operator is its only owner. */
export const isSpoilt = (object: KubeObject, written: WrittenStatus): boolean =>
  object.metadata.uid === written.uid &&
  object.metadata.resourceVersion !== written.version &&
  !same(object.status ?? null, written.status ?? null) &&
  !('before' in written && same(object.status ?? null, written.before ?? null)) &&
  !same(object.status ?? null, trusted(object, written));

/** Returns the status to continue from: the last written one, plus records of requests that another
 *  leader must not repeat. Such a record only delays a request, so that trusting it is safe. */
export function trusted(
  object: KubeObject,
  written: WrittenStatus,
): Readonly<Record<string, unknown>> {
  const [there, kept] = [membersOf(object.status), membersOf(written.status)];
  const once = { ...texts(there['once']), ...asRecord(kept['once']) };
  const operations = { ...recorded(there['operations']), ...asRecord(kept['operations']) };
  return storedForm({
    ...asRecord(written.status),
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
