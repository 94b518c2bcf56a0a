import { foreignItem } from '../observe/circle.ts';
import type { Findings, Located, Pass } from '../pass.ts';
import { openAccount } from './credentials.ts';
import { desire } from './desire.ts';
import { targetsOf } from './raw-ids.ts';

/** Finds the account and what is wanted there; or the outcome that says why not. */
export async function locate(pass: Pass): Promise<Located | Findings> {
  const { own } = pass.subject;
  if (!own.ok) return { outcome: { type: 'refused', field: own.field, detail: own.reason } };
  const opened = await openAccount(pass);
  if (!opened.ok) return { outcome: opened.outcome, ...(opened.used === undefined ? {} : { credential: opened.used }) };
  const located = desire(pass, own.spec, opened);
  // What the spec of an object that goes says of other items is done with.
  const foreign = pass.deleting ? null : foreignItem(located, targetsOf(pass.subject.kind));
  return foreign === null ? located : { outcome: foreign };
}
