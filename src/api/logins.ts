import * as z from 'zod';
import { envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** A login of a user of the account. `restricted`: of the user at that time. Source:
 *  account#logins. */
export const Login = z.looseObject({
  id: Id,
  datetime: Timestamp,
  ip: z.string(),
  username: z.string(),
  status: word(['successful', 'failed']),
  restricted: z.boolean(),
});
export type Login = z.infer<typeof Login>;

const read = {
  method: 'GET',
  scopes: ['account:read_only'],
  unrestricted: true,
  source: 'account#logins',
} as const;

export const logins = {
  list: endpoint({
    ...read,
    path: '/account/logins',
    response: envelope(Login),
    paged: 'unsized',
  }),
  view: endpoint({ ...read, path: '/account/logins/{loginId}', response: Login }),
} as const;
