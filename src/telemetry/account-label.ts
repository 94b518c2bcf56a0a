import { createHash } from 'node:crypto';

/** What an account is called in metrics: eight hexadecimal digits, the same in every process and
 *  after every start, from which nobody learns its id or its user. An account that is not known yet
 *  is `unknown`. */
export const accountLabel = (account: string): string =>
  account === '' ? 'unknown' : createHash('sha256').update(account).digest('hex').slice(0, 8);
