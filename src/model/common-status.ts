import { z } from 'zod';
import { ANNOTATION } from './group.ts';
import { InternalStatus } from './internal-status.ts';
import { asWhole, inOrder, mapBy } from './lists.ts';
import { moment } from './moment.ts';

const text = (what: string) => z.string().describe(what);

export const ConditionRecord = z.strictObject({
  type: text('Aspect that the condition describes.'),
  status: text('True, False or Unknown.'),
  reason: text('Cause, as one CamelCase word.'),
  message: text('Cause, as a sentence.'),
  observedGeneration: z
    .int()
    .optional()
    .describe('Generation of the spec to which the condition refers.'),
  lastTransitionTime: moment('Time of the last change of the status.'),
});
export type Condition = Readonly<z.infer<typeof ConditionRecord>>;

const inEffect = (words: string) =>
  z
    .strictObject({
      value: text(words),
      from: text(
        'Spec: spec.policy sets it. Import: it follows from the import of the item. Default: the default of the kind.',
      ),
    })
    .describe('Policy of this name that is in effect.');

const ChangeRecord = z.strictObject({
  field: text('Name of the field.'),
  from: text('Current value: a text is unchanged, other values are JSON.').optional(),
  to: text('Desired value: a text is unchanged, other values are JSON.').optional(),
});
const StepRecord = z.strictObject({
  verb: text('Action of the step.'),
  effect: text('Effect on the item: none, disrupts, destroys or irreversible.'),
  loses: text('Loss that the step causes.').optional(),
  summary: text('Description of the step.'),
  changes: asWhole(z.array(ChangeRecord)).optional().describe('Fields that the step changes.'),
});

export const PlanRecord = z.strictObject({
  hash: text('Hash of exactly this plan, for its approval.'),
  steps: inOrder(z.array(StepRecord)).describe('Steps, in order. Long values are truncated.'),
  more: z
    .int()
    .optional()
    .describe('Number of further steps that are not listed. The hash covers them too.'),
});

const ID = 'Id of the item in the account.';

/** The member `id` of a status whose item has a text as id. */
export const TextIdStatus = z.string().optional().describe(ID);

/** The status fields that every kind has beside its own. Types only: the API server would reject a
 *  status for an enumeration or a length here. */
export const CommonStatus = z.strictObject({
  observedGeneration: z
    .int()
    .default(-1)
    .describe('Generation of the spec to which the conditions refer.'),
  id: z.int().optional().describe(ID),
  account: z.string().optional().describe('Account of the item.'),
  operator: z
    .strictObject({
      cluster: text(
        'Cluster whose operator manages the item: the uid of its namespace kube-system.',
      ).optional(),
      name: text(
        'Operator that serves the object: the namespace and the name of its Lease. Absent after this operator released the object.',
      ).optional(),
      class: text('Class of that operator. Absent if it has none.').optional(),
      namespace: text(
        'Namespace whose operator manages the item, by its uid. Only an operator that is limited to namespaces records it.',
      ).optional(),
      replacedMark: text(
        'Mark that was replaced because of spec.import.replaceMark. The operator replaces it only once.',
      ).optional(),
      adopting: z
        .boolean()
        .optional()
        .describe(
          'True while the adopted item was never in sync with the spec. Steps that disrupt then require consent too.',
        ),
      imported: z
        .boolean()
        .optional()
        .describe(
          'True if the item existed before its object. By default it remains in the account when the object is deleted.',
        ),
    })
    .optional()
    .describe('Records by which the operator recognizes its item.'),
  policy: z
    .strictObject({
      mode: inEffect('Manage, Preview, Observe or Paused.'),
      deletion: inEffect('Delete or Retain.'),
      drift: inEffect('Default, Correct or Report.'),
      loss: inEffect('Recreate or Hold.'),
      consent: inEffect('Ask or Auto.'),
    })
    .optional()
    .describe('Policies in effect, and where each comes from.'),
  state: z.string().optional().describe('State that the service reports.'),
  conditions: mapBy(z.array(ConditionRecord), 'type')
    .optional()
    .describe('Ready describes the item, Synced describes the operator.'),
  drift: asWhole(
    z.array(
      z.strictObject({
        field: text('Name of the field.'),
        desired: text('Value of the spec: a text is unchanged, other values are JSON.').optional(),
        observed: text('Value of the item: a text is unchanged, other values are JSON.').optional(),
        firstSeenAt: moment('Time when the difference was first observed.'),
      }),
    ),
  )
    .optional()
    .describe('Differences that the operator reports and does not correct.'),
  plan: PlanRecord.optional().describe(
    'Steps that the operator would take: in mode Preview, while consent is required, or while several steps are held.',
  ),
  lastHandledSync: text(
    `Value of the annotation ${ANNOTATION.sync} that was handled last.`,
  ).optional(),
  internal: InternalStatus.optional().describe(
    'Data that only the operator reads. It is not part of the API and changes without notice.',
  ),
});
export type CommonStatus = z.infer<typeof CommonStatus>;
