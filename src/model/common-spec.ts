import { z } from 'zod';
import type { Rule } from './definition.ts';
import { SECRET_LABEL } from './group.ts';
import { Import, ImportByTextId, ImportWithoutLabel } from './import-spec.ts';
import type { AnyKind } from './kind.ts';
import { objectName } from './spec-fields.ts';

const Policy = z
  .strictObject({
    mode: z
      .enum(['Manage', 'Preview', 'Observe', 'Paused'])
      .optional()
      .describe(
        'Manage: the operator makes the item match the spec. Preview: it only shows the plan. Observe: it only reads the item (requires import). Paused: it does nothing. Default: Manage.',
      ),
    deletion: z
      .enum(['Delete', 'Retain'])
      .optional()
      .describe(
        'Deletion of the item when this object is deleted. Retain leaves the item in the account, where it continues to be billed. Retain is the default for an imported item.',
      ),
    drift: z
      .enum(['Correct', 'Report'])
      .optional()
      .describe(
        'Correction of external changes. Default: the operator corrects changes if the correction disrupts nothing, and otherwise asks for consent. Correct: it corrects all changes. Report: it corrects none.',
      ),
    loss: z
      .enum(['Recreate', 'Hold'])
      .optional()
      .describe(
        'Reaction to an item that vanished outside the cluster. Recreate: the operator creates it again. Hold: it only reports the loss.',
      ),
    consent: z
      .enum(['Ask', 'Auto'])
      .optional()
      .describe(
        'Consent to steps that destroy data or are irreversible. Ask: they wait for an approval by the consent annotation or by approvedPlan. Auto: they do not wait. Default: Ask.',
      ),
    approvedPlan: z
      .string()
      .regex(/^[0-9a-f]{1,64}$/)
      .max(64)
      .optional()
      .describe(
        'Hash of the approved plan, as the command `plan` and status.plan.hash show it. An approval is used once.',
      ),
  })
  .describe('Rules for the actions of the operator on this item.');

/** The spec fields that every kind has beside its own. */
export const CommonSpec = z.strictObject({
  credentialsRef: z
    .strictObject({ name: objectName('Name of the Secret.') })
    .optional()
    .describe(
      `Secret of this namespace with the key \`token\` and optionally \`baseUrl\`. Unless its name is \`cloudinfra-credentials\`, it must have the label \`${SECRET_LABEL.credentials}\` with the value \`true\`. Default: the Secret \`cloudinfra-credentials\`, then the operator's own token.`,
    ),
  import: Import.optional(),
  policy: Policy.optional(),
});
export type CommonSpec = z.infer<typeof CommonSpec>;
const WithoutLabel = CommonSpec.extend({ import: ImportWithoutLabel.optional() });
const WithTextId = CommonSpec.extend({ import: ImportByTextId.optional() });

/** Returns the common spec of a kind: an import names a label only if items of the kind have one,
 *  and an id of the form of their ids. */
export const commonSpecOf = ({
  spec,
  textIds,
}: Pick<AnyKind, 'spec' | 'textIds'>): typeof CommonSpec | typeof WithoutLabel => {
  if (textIds === true) return WithTextId;
  return 'label' in spec.shape ? CommonSpec : WithoutLabel;
};

/** Messages of the rules that the API server derives from a field's declaration; each continues the
 *  sentence that the field begins. */
export const IMMUTABLE =
  'must not change after creation: restore the old value, or create a new object';
export const REQUIRED_TO_CREATE =
  'must be set to create the item: set it, or import an existing item with spec.import';
export const CREATE_ONLY =
  'must not be set with spec.import unless orCreate is true: it applies only to a create';

/** A rule on the common fields, as CEL for API servers and as a function for callers without
 *  one. */
interface CommonRule extends Rule {
  readonly holds: (common: CommonSpec) => boolean;
  /** The rule applies only to kinds whose items have a label. */
  readonly labelled?: true;
}

/** Rules on the common fields, at `spec`. */
export const COMMON_RULES: readonly CommonRule[] = [
  {
    rule: "!has(self.import) || (self.import.by == 'Id') == has(self.import.id)",
    field: 'import.id',
    message: 'must be set if and only if by is Id',
    holds: ({ import: spec }) => (spec?.by === 'Id') === (spec?.id !== undefined),
  },
  {
    rule: "!has(self.import) || (self.import.by == 'Label') == has(self.import.label)",
    field: 'import.label',
    message: 'must be set if and only if by is Label',
    holds: ({ import: spec }) => (spec?.by === 'Label') === (spec?.label !== undefined),
    labelled: true,
  },
  {
    rule: "!has(self.policy) || !has(self.policy.mode) || self.policy.mode != 'Observe' || has(self.import)",
    field: 'policy.mode',
    message: 'must not be Observe without spec.import, which names the item to read',
    holds: ({ import: spec, policy }) => policy?.mode !== 'Observe' || spec !== undefined,
  },
];

/** Returns the rules on the common fields of a kind.
 *  @param own the members of its spec, by name */
export const commonRulesOf = (own: object): readonly CommonRule[] =>
  COMMON_RULES.filter(({ labelled }) => labelled !== true || 'label' in own);

export type Mode = NonNullable<NonNullable<CommonSpec['policy']>['mode']>;
