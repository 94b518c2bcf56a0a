import { z } from 'zod';
import { IntentRecord } from './intent.ts';
import { moment } from './moment.ts';

const hashes = z.record(z.string(), z.string());
const opaque = (what: string) => z.unknown().describe(what);
const text = (what: string) => z.string().describe(what);

const ConditionRecord = z.strictObject({
  type: text('Ready, Synced, Reconciling or Stalled.'),
  status: text('True, False or Unknown.'),
  reason: text('Why, as one word.'),
  message: text('Why, as a sentence.'),
  observedGeneration: z.int().optional().describe('The generation of the spec that it speaks of.'),
  lastTransitionTime: moment('When the status last changed.'),
});
export type Condition = Readonly<z.infer<typeof ConditionRecord>>;

const ChangeRecord = z.strictObject({
  field: text('Name of the field.'),
  from: opaque('The value that is stored.').optional(),
  to: opaque('The value that is wanted.').optional(),
});
const StepRecord = z.strictObject({
  verb: text('What is done.'),
  effect: text('What it costs: none, disrupts, destroys or irreversible.'),
  loses: text('What is lost by it.').optional(),
  summary: text('One line for people.'),
  changes: z.array(ChangeRecord).optional().describe('The fields that it changes.'),
});

/** The fields that every kind's status has beside its own. Types only: an enumeration or a length
 *  here would make the API server refuse the status. */
export const CommonStatus = z.strictObject({
  observedGeneration: z
    .int()
    .default(-1)
    .describe('The generation of the spec that the conditions speak of.'),
  id: z.int().optional().describe("The item's id in the account."),
  account: z.string().optional().describe('The account that the id belongs to.'),
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
  operator: z
    .strictObject({
      cluster: text(
        'The cluster whose operator holds the item: the uid of its namespace kube-system.',
      ).optional(),
      name: text(
        'The operator that serves the object: the namespace and the name of its Lease. Absent after it let the object go.',
      ).optional(),
      class: text('The class of that operator; absent if it has none.').optional(),
      namespace: text(
        'The namespace whose operator holds the item, by its uid: recorded by an operator that is limited to namespaces.',
      ).optional(),
      replaced: text(
        'The mark that spec.import.replaceMark replaced: it is replaced once.',
      ).optional(),
      adopting: z
        .boolean()
        .optional()
        .describe(
          'The item was taken over and was not in sync with the spec since: steps that disrupt ask for consent too.',
        ),
      imported: z
        .boolean()
        .optional()
        .describe(
          'The item was there before its object: it stays in the account by default when the object is deleted.',
        ),
    })
    .optional()
    .describe('What the operator records to tell whether the item is still its own.'),
  state: z.string().optional().describe("The service's own status word."),
  conditions: z
    .array(ConditionRecord)
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] })
    .optional()
    .describe('Ready speaks for the item, Synced for the operator.'),
  applied: hashes
    .optional()
    .describe(
      'What was applied, a hash per field: tells a change made outside from a change of the spec.',
    ),
  stored: z
    .array(
      z.strictObject({
        field: text('Name of the field.'),
        sent: text('The value as it was sent.'),
        stored: text('The value as the service keeps it.'),
      }),
    )
    .optional()
    .describe('Values that the service keeps in another form than they were sent in.'),
  ids: z
    .record(
      z.string(),
      z.array(
        z.strictObject({
          name: text('Name of the object.'),
          value: opaque('What was taken from it.'),
        }),
      ),
    )
    .optional()
    .describe('What the references were resolved to: name and value, by path of the spec.'),
  strayed: z
    .array(
      z.strictObject({
        path: text('Path of the selector.'),
        name: text('Name of the object, which is there and is not selected any more.'),
        value: opaque('What was taken from it.'),
        lostAt: moment('When it was seen that the selector leads to it no more.'),
      }),
    )
    .optional()
    .describe(
      'What selectors lost within an hour because labels changed, or while a plan is held.',
    ),
  drift: z
    .array(
      z.strictObject({
        field: text('Name of the field.'),
        desired: opaque('The value of the spec.').optional(),
        observed: opaque('The value of the item.').optional(),
        firstSeenAt: moment('When the difference was first seen.'),
      }),
    )
    .optional()
    .describe('Differences that are reported and not corrected.'),
  plan: z
    .strictObject({
      hash: text('Names exactly this plan: for the consent annotation.'),
      steps: z.array(StepRecord).describe('The steps, in order; long values are cut.'),
      more: z
        .int()
        .optional()
        .describe('Number of steps behind those that are shown; the hash covers them too.'),
    })
    .optional()
    .describe(
      'What would be done: in Preview, while consent is wanted, or while several steps are held.',
    ),
  consent: z
    .strictObject({
      hash: text('The plan that was consented to.'),
      generation: z.int().describe('The generation of the spec that it holds for.'),
      steps: z.array(z.string()).describe('The steps that it covers.'),
      lastUsedAt: moment(
        'When it was given, or the last of its steps was done: it ends after a day without progress.',
      ).optional(),
      done: z
        .array(z.string())
        .optional()
        .describe('The steps that were done: it holds for none of them any more.'),
    })
    .optional()
    .describe('The consent in use.'),
  consents: z.int().optional().describe('Number of consents that were used: each is used once.'),
  requests: z
    .record(
      z.string(),
      z.strictObject({
        token: text('The value of the annotation.'),
        changedAt: moment('When it came to this result.'),
        result: text('How it ended.'),
        text: z
          .string()
          .optional()
          .describe('What was asked for, where it is short enough to be kept here.'),
      }),
    )
    .optional()
    .describe('One-shot actions that were asked for by annotation, with how they ended.'),
  intent: IntentRecord.optional().describe(
    'The last create that was sent, from before it was sent: what a create without an answer made is found by it.',
  ),
  once: z
    .record(z.string(), moment('When it was sent.'))
    .optional()
    .describe('Requests that must not be repeated and were sent.'),
});
export type CommonStatus = z.infer<typeof CommonStatus>;
