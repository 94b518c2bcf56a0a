import { openAccount } from '../desire/credentials.ts';
import { desire } from '../desire/desire.ts';
import type { Findings, Located, Pass } from '../pass/pass.ts';
import { foreignNow } from './isolation.ts';

/** Finds the account and what is wanted there; or the outcome that says why not. */
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
