import { z } from 'zod';
import { IntentRecord } from './intent.ts';
import { asWhole, mapBy, setOf } from './lists.ts';
import { moment } from './moment.ts';

const hashes = z.record(z.string(), z.string());
const text = (what: string) => z.string().describe(what);
const value = text('Value that the operator used, as JSON.');

/** The members of `status.internal`: the operator's own state across restarts. Types only, as in
 *  the rest of the status. */
export const InternalStatus = z.strictObject({
  credential: z
    .strictObject({
      secret: text('Name of the Secret.'),
      account: z
        .string()
        .optional()
        .describe(
          'Account of the credential. Absent while the service has not accepted the credential.',
        ),
    })
    .optional()
    .describe(
      'Secret of the credential that was used last. While the Secret is missing, no token of another account replaces it.',
    ),
  applied: hashes
    .optional()
    .describe(
      'Hash of each applied field. It distinguishes external changes from changes of the spec.',
    ),
  stored: mapBy(
    z.array(
      z.strictObject({
        field: text('Name of the field.'),
        sent: text('Hash of the sent value.'),
        stored: text('Hash of the stored value.'),
      }),
    ),
    'field',
  )
    .optional()
    .describe('Values that the service stores in another form than it received.'),
  ids: z
    .record(
      z.string(),
      asWhole(z.array(z.strictObject({ name: text('Name of the object.'), value }))),
    )
    .optional()
    .describe('Resolved references: name and value, by path of the spec.'),
  strayed: asWhole(
    z.array(
      z.strictObject({
        path: text('Path of the selector.'),
        name: text('Name of an existing object that is no longer selected.'),
        value,
        lostAt: moment(
          'Time when the operator observed that the selector no longer selects the object.',
        ),
      }),
    ),
  )
    .optional()
    .describe(
      'Objects that left selectors within an hour because labels changed, or while a plan is held.',
    ),
  consent: z
    .strictObject({
      hash: text('Hash of the approved plan.'),
      asked: text('Hash of the spec without the approval. The consent applies to no other spec.'),
      steps: setOf(z.array(z.string())).describe('Steps that the consent covers.'),
      lastUsedAt: moment(
        'Time when the consent was given, or its last step was done. It ends after a day without progress.',
      ).optional(),
      done: setOf(z.array(z.string()))
        .optional()
        .describe('Steps that were done. The consent no longer applies to them.'),
    })
    .optional()
    .describe('Consent in use.'),
  consents: z.int().optional().describe('Number of used consents. Each is used once.'),
  usedPlan: text('Hash of the last plan for which a consent was used.').optional(),
  asked: text(
    'Hash of the spec without the approval at the time of the plan in the status.',
  ).optional(),
  intent: IntentRecord.optional().describe(
    'Last create, recorded before its request. It identifies the result of a create without an answer.',
  ),
  once: z
    .record(z.string(), moment('Time when the request was sent.'))
    .optional()
    .describe('Sent requests that must not be repeated.'),
  operations: z
    .record(
      z.string(),
      z.strictObject({
        name: text('Name of the Operation.'),
        verb: text('Verb of the Operation.'),
        state: text('Sent, Waiting, Done, Refused or OutcomeUnknown.'),
        changedAt: moment('Time of the last change of the state.'),
        message: text('Cause of the state, as a sentence.').optional(),
        text: text('Text of the answer, if it is short.').optional(),
        configMap: text('Name of the ConfigMap with a longer answer.').optional(),
        plan: text('Hash of the steps that wait for consent.').optional(),
      }),
    )
    .optional()
    .describe('State of each Operation by its uid. Each is carried out once.'),
});
export type InternalStatus = z.infer<typeof InternalStatus>;
