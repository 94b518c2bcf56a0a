import { z } from 'zod';
import { moment } from './moment.ts';

const text = (what: string) => z.string().describe(what);

/** «I am about to create this»: recorded in the status, under lock, before every creating request,
 *  so that a lost answer can be told from no request at all. */
export const IntentRecord = z.strictObject({
  uid: text('The object that it is of.'),
  recordedAt: moment('When it was recorded, by the clock of the service.'),
  account: text('The account that the create goes to.'),
  path: text('The path that it is sent to.'),
  key: text('The natural key as sent.'),
  marked: z.boolean().describe('Whether the request carries the mark of the object.'),
  by: z
    .string()
    .optional()
    .describe('The restricted user who sends it: such a user sees what they made.'),
});
export type IntentRecord = Readonly<z.infer<typeof IntentRecord>>;

/** An intent as the engine reckons with it. `at`: `recordedAt` in milliseconds since the epoch. */
export type Intent = Omit<IntentRecord, 'recordedAt'> & { readonly at: number };
