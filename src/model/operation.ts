import { z } from 'zod';
import { ConditionRecord, PlanRecord } from './common-status.ts';
import type { AnyKind } from './kind.ts';
import { mapBy } from './lists.ts';
import { moment } from './moment.ts';
import { parse } from './parse.ts';
import { objectName } from './spec-fields.ts';
import { entryFor } from './table.ts';

/** The kind of one-shot actions. It has no item. */
export const OPERATION = {
  kind: 'Operation',
  plural: 'operations',
  shortNames: ['ciop'],
  summary: 'An action that is carried out once on the item of an object, such as a reboot.',
} as const;

/** Field that marks the change of an Operation's step. No kind has a field of this name. */
export const OPERATION_FIELD = 'operation';

/** Phases of an Operation in order. The last three are final. */
export const PHASES = ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'] as const;
export type Phase = (typeof PHASES)[number];

/** Longest time after the end that a spec may request: a year, in seconds. */
const LONGEST_TTL_SECONDS = 366 * 24 * 60 * 60;

/** The spec of an Operation. Immutable. */
export const OperationSpec = z.strictObject({
  target: z
    .strictObject({
      kind: z.string().min(1).max(63).describe('Kind of the object.'),
      name: objectName('Name of the object, in the same namespace.'),
    })
    .describe('Object on whose item the action is carried out.'),
  verb: z
    .string()
    .min(1)
    .max(63)
    .describe('Action. The kind of the target determines the possible verbs.'),
  parameters: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Parameters of the verb. If absent, its defaults apply.'),
  approvedPlan: z
    .string()
    .regex(/^[0-9a-f]{1,64}$/, 'Must be the hash of a plan')
    .max(64)
    .optional()
    .describe(
      'Hash of the plan that this Operation can carry out if the verb requires consent. status.plan.hash of an Operation that waits for consent shows it. It approves no other plan.',
    ),
  ttlSecondsAfterFinished: z
    .int()
    .min(0)
    .max(LONGEST_TTL_SECONDS)
    .optional()
    .describe(
      'Seconds from the end of the Operation to its deletion by the operator. If absent, the operator does not delete it.',
    ),
});
export type OperationSpec = z.infer<typeof OperationSpec>;

/** The status of an Operation. Types only, as in every status. */
export const OperationStatus = z.strictObject({
  observedGeneration: z
    .int()
    .default(-1)
    .describe('Generation of the spec to which the conditions refer.'),
  phase: z
    .string()
    .optional()
    .describe(
      'Pending: no request was sent. Running: the request is being sent, or the answer is awaited. Succeeded, Failed and Unknown are final.',
    ),
  message: z.string().optional().describe('Cause of the phase, as a sentence.'),
  startedAt: moment('Time when the operator began to carry out the action.').optional(),
  finishedAt: moment('Time when the Operation reached a final phase.').optional(),
  targetUid: z
    .string()
    .optional()
    .describe(
      'Uid of the target when the Operation began. A later object of the same name is no target.',
    ),
  answer: z
    .strictObject({
      text: z.string().optional().describe('Text of the answer, if it is short.'),
      configMap: z
        .string()
        .optional()
        .describe(
          'Name of the ConfigMap in the same namespace that contains a longer text. It is deleted with the Operation.',
        ),
    })
    .optional()
    .describe('Answer to a verb that reads.'),
  plan: PlanRecord.optional().describe('Steps that wait for consent, with the hash to approve.'),
  conditions: mapBy(z.array(ConditionRecord), 'type')
    .optional()
    .describe('Complete is True once the Operation succeeded.'),
});
export type OperationStatus = z.infer<typeof OperationStatus>;

/** Reason that an Operation can never be performed. */
export interface Objection {
  readonly reason: 'UnknownVerb' | 'InvalidParameters';
  readonly message: string;
}

/** Returns the verbs of a kind in its order: actions, then readable texts. */
export const verbsOf = ({ requests, answers }: Pick<AnyKind, 'requests' | 'answers'>): string[] => [
  ...Object.keys(requests),
  ...Object.keys(answers ?? {}),
];

/** Parses the parameters of a verb with its schema, or returns their problem.
 *  @param kind undefined: the operator has no such kind */
export function parametersOf(
  kind: AnyKind | undefined,
  { target, verb, parameters = {} }: OperationSpec,
):
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | ({ readonly ok: false } & Objection) {
  if (kind === undefined || !verbsOf(kind).includes(verb)) {
    const has = kind === undefined ? [] : verbsOf(kind);
    const those = has.length === 0 ? 'it has none' : `it has ${has.join(', ')}`;
    return {
      ok: false,
      reason: 'UnknownVerb',
      message: `${target.kind} has no verb ${verb}: ${those}`,
    };
  }
  const schema: z.ZodObject = entryFor(kind.requests, verb)?.parameters ?? z.strictObject({});
  const read = parse(schema, parameters);
  return read.ok
    ? { ok: true, value: read.value }
    : {
        ok: false,
        reason: 'InvalidParameters',
        message: `spec.parameters${read.path}: ${read.reason}`,
      };
}
