import { z } from 'zod';
import { InternalStatus } from './internal-status.ts';
import { asWhole, inOrder, mapBy } from './lists.ts';
import { moment } from './moment.ts';

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
  from: text('The value that is stored: a text as it is, else JSON.').optional(),
  to: text('The value that is wanted: a text as it is, else JSON.').optional(),
});
const StepRecord = z.strictObject({
  verb: text('What is done.'),
  effect: text('What it costs: none, disrupts, destroys or irreversible.'),
  loses: text('What is lost by it.').optional(),
  summary: text('One line for people.'),
  changes: asWhole(z.array(ChangeRecord)).optional().describe('The fields that it changes.'),
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
  conditions: mapBy(z.array(ConditionRecord), 'type')
    .optional()
    .describe('Ready speaks for the item, Synced for the operator.'),
  drift: asWhole(
    z.array(
      z.strictObject({
        field: text('Name of the field.'),
        desired: text('The value of the spec: a text as it is, else JSON.').optional(),
        observed: text('The value of the item: a text as it is, else JSON.').optional(),
        firstSeenAt: moment('When the difference was first seen.'),
      }),
    ),
  )
    .optional()
    .describe('Differences that are reported and not corrected.'),
  plan: z
    .strictObject({
      hash: text('Names exactly this plan: for the consent annotation.'),
      steps: inOrder(z.array(StepRecord)).describe('The steps, in order; long values are cut.'),
      more: z
        .int()
        .optional()
        .describe('Number of steps behind those that are shown; the hash covers them too.'),
    })
    .optional()
    .describe(
      'What would be done: in Preview, while consent is wanted, or while several steps are held.',
    ),
  requests: z
    .record(
      z.string(),
      z.strictObject({
        token: text('The value of the annotation.'),
        changedAt: moment('When it came to this state.'),
        state: text('The state: Sent, Waiting, Done, Refused, OutcomeUnknown or Recorded.'),
        message: text('Why, as a sentence; absent where the state says all.').optional(),
        text: z
          .string()
          .optional()
          .describe('What was asked for, where it is short enough to be kept here.'),
      }),
    )
    .optional()
    .describe('One-shot actions that were asked for by annotation, with how they ended.'),
  internal: InternalStatus.optional().describe(
    "The operator's own notes. They are no part of the API: they change without notice.",
  ),
});
export type CommonStatus = z.infer<typeof CommonStatus>;
