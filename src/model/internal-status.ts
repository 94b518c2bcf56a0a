import { z } from 'zod';
import { IntentRecord } from './intent.ts';
import { asWhole, mapBy, setOf } from './lists.ts';
import { moment } from './moment.ts';

const hashes = z.record(z.string(), z.string());
const text = (what: string) => z.string().describe(what);
const value = text('The value that was taken from it, as JSON.');

/** The members of `status.internal`: what the operator has to know again after a restart, and
 *  nobody else. Types only, as in the rest of the status. */
export const InternalStatus = z.strictObject({
  credential: z
    .strictObject({
      secret: text('Name of the Secret.'),
      account: z
        .string()
        .optional()
        .describe('The account that it opened; absent while the service did not accept it.'),
    })
    .optional()
    .describe(
      'The Secret whose credential was used last. While it is away, the operator uses no token of another account in its place.',
    ),
  applied: hashes
    .optional()
    .describe(
      'What was applied, a hash per field: tells a change made outside from a change of the spec.',
    ),
  stored: mapBy(
    z.array(
      z.strictObject({
        field: text('Name of the field.'),
        sent: text('Hash of the value as it was sent.'),
        stored: text('Hash of the value as the service keeps it.'),
      }),
    ),
    'field',
  )
    .optional()
    .describe('Values that the service keeps in another form than they were sent in.'),
  ids: z
    .record(
      z.string(),
      asWhole(z.array(z.strictObject({ name: text('Name of the object.'), value }))),
    )
    .optional()
    .describe('What the references were resolved to: name and value, by path of the spec.'),
  strayed: asWhole(
    z.array(
      z.strictObject({
        path: text('Path of the selector.'),
        name: text('Name of the object, which is there and is not selected any more.'),
        value,
        lostAt: moment('When it was seen that the selector leads to it no more.'),
      }),
    ),
  )
    .optional()
    .describe(
      'What selectors lost within an hour because labels changed, or while a plan is held.',
    ),
  consent: z
    .strictObject({
      hash: text('The plan that was consented to.'),
      asked: text('Hash of what the object asks for: it holds for nothing else.'),
      steps: setOf(z.array(z.string())).describe('The steps that it covers.'),
      lastUsedAt: moment(
        'When it was given, or the last of its steps was done: it ends after a day without progress.',
      ).optional(),
      done: setOf(z.array(z.string()))
        .optional()
        .describe('The steps that were done: it holds for none of them any more.'),
    })
    .optional()
    .describe('The consent in use.'),
  consents: z.int().optional().describe('Number of consents that were used: each is used once.'),
  usedPlan: text('The plan that a consent was used for last.').optional(),
  asked: text(
    'Hash of what the object asked for when the plan that is shown was made: its spec without the approval.',
  ).optional(),
  intent: IntentRecord.optional().describe(
    'The last create that was sent, from before it was sent: what a create without an answer made is found by it.',
  ),
  once: z
    .record(z.string(), moment('When it was sent.'))
    .optional()
    .describe('Requests that must not be repeated and were sent.'),
});
export type InternalStatus = z.infer<typeof InternalStatus>;
