import { createHash } from 'node:crypto';

/** Returns the label of an account in metrics: eight hexadecimal digits, stable across processes
 *  and restarts, which reveal neither its id nor its user. An unknown account is `unknown`. */
export const accountLabel = (account: string): string =>
  account === '' ? 'unknown' : createHash('sha256').update(account).digest('hex').slice(0, 8);
