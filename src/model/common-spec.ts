import { z } from 'zod';
import { objectName, oneLine } from './spec-fields.ts';

const Import = z
  .strictObject({
    id: z.int().min(1).optional().describe('The id of the item to take over.'),
    label: oneLine(1, 255)
      .optional()
      .describe('The label of the item to take over, where labels are unique in the account.'),
    existing: z
      .literal(true)
      .optional()
      .describe(
        "Take over the item that has this object's natural key (its label, name, or name and type).",
      ),
    orCreate: z.boolean().optional().describe('Create the item when there is none to take over.'),
    replaceMark: z
      .string()
      .regex(/^k8s:[0-9a-f-]{36}$/)
      .max(40)
      .optional()
      .describe('The mark of another object or cluster (k8s:<uid>) that this object may replace.'),
  })
  .describe(
    'Take over an existing item instead of creating one. Exactly one of id, label and existing.',
  );

const Policy = z
  .strictObject({
    mode: z
      .enum(['Manage', 'Preview', 'Observe', 'Paused'])
      .optional()
      .describe(
        'Manage: do what is needed. Preview: only show the plan. Observe: only read (needs import). Paused: do nothing. Default Manage.',
      ),
    deletion: z
      .enum(['Delete', 'Retain'])
      .optional()
      .describe(
        'What happens to the item when this object is deleted. Retain leaves it in the account, where it still costs; it is the default for an item that spec.import took over.',
      ),
    drift: z
      .enum(['Correct', 'Report'])
      .optional()
      .describe(
        'What to do about changes made outside. Default: correct what disrupts nobody and ask consent for the rest. Correct: all. Report: none.',
      ),
    loss: z
      .enum(['Recreate', 'Hold'])
      .optional()
      .describe('What to do when the item vanished outside: create it again, or hold and tell.'),
    consent: z
      .enum(['Ask', 'Auto'])
      .optional()
      .describe(
        'Whether steps that destroy or cannot be undone wait for the consent annotation. Default Ask.',
      ),
  })
  .describe('How the operator treats this item.');

/** The fields that every kind's spec has beside its own. */
export const CommonSpec = z.strictObject({
  credentialsRef: z
    .strictObject({ name: objectName('Name of the Secret.') })
    .optional()
    .describe(
      "Secret of this namespace with the key `token` (and optionally `baseUrl`). It carries the label `cloudinfra.dev/credentials` with the value `true` unless its name is `cloudinfra-credentials`. Default: that Secret, then the operator's own token.",
    ),
  import: Import.optional(),
  policy: Policy.optional(),
});
export type CommonSpec = z.infer<typeof CommonSpec>;
export type ImportSpec = NonNullable<CommonSpec['import']>;

/** Rules on the common fields; they stand at `spec`. */
export const COMMON_RULES = [
  {
    rule: '!has(self.import) || [has(self.import.id), has(self.import.label), has(self.import.existing)].filter(x, x).size() == 1',
    message: 'spec.import needs exactly one of id, label and existing',
  },
  {
    rule: "!has(self.policy) || !has(self.policy.mode) || self.policy.mode != 'Observe' || has(self.import)",
    message: 'spec.policy.mode Observe only reads: name the item in spec.import',
  },
] as const;

export type Mode = NonNullable<NonNullable<CommonSpec['policy']>['mode']>;
