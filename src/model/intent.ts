import { z } from 'zod';
import { moment } from './moment.ts';

const text = (what: string) => z.string().describe(what);

/** The intent to create an item: recorded in the status, under lock, before every create, so that a
 *  lost answer can be distinguished from an unsent request. */
export const IntentRecord = z.strictObject({
  uid: text('Object of the intent.'),
  recordedAt: moment('Time of the record, by the clock of the service.'),
  account: text('Account of the create.'),
  path: text('Path of the request.'),
  key: text('Natural key of the request.'),
  marked: z.boolean().describe('True if the request contains the mark of the object.'),
  by: z
    .string()
    .optional()
    .describe('Restricted user of the request. Such a user can read the items that they created.'),
});
export type IntentRecord = Readonly<z.infer<typeof IntentRecord>>;

/** An intent for the engine. `at`: `recordedAt` in milliseconds since the epoch. */
export type Intent = Omit<IntentRecord, 'recordedAt'> & { readonly at: number };
