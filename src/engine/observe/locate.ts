import { openAccount } from '../desire/credentials.ts';
import { desire } from '../desire/desire.ts';
import type { Findings, Located, Pass } from '../pass/pass.ts';
import { foreignNow } from './isolation.ts';

/** Resolves the account and the desired state; returns the findings that explain a failure
 *  otherwise. */
export async function locate(pass: Pass): Promise<Located | Findings> {
  const { own } = pass.subject;
  if (!own.ok) return { outcome: { type: 'refused', field: own.field, detail: own.reason } };
  const opened = await openAccount(pass);
  if (!opened.ok)
    return {
      outcome: opened.outcome,
      ...(opened.used === undefined ? {} : { credential: opened.used }),
    };
  if (pass.env.turns.isOver()) await pass.env.turns.rest();
  const located = desire(pass, own.spec, opened);
  const foreign = foreignNow(located);
  return foreign === null ? located : { outcome: foreign };
}
