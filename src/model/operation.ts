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
    .describe('The object whose item it is carried out on.'),
  verb: z
    .string()
    .min(1)
    .max(63)
    .describe('The action. The kind of the target decides which it has.'),
  parameters: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Parameters of the verb. Absent: its defaults.'),
  approvedPlan: z
    .string()
    .regex(/^[0-9a-f]{1,64}$/, 'Must be the hash of a plan')
    .max(64)
    .optional()
    .describe(
      'The hash of the plan that this Operation may carry out, where the verb requires consent: status.plan.hash of an Operation that waits for it. It consents to nothing else.',
    ),
  ttlSecondsAfterFinished: z
    .int()
    .min(0)
    .max(LONGEST_TTL_SECONDS)
    .optional()
    .describe(
      'Seconds after its end at which the operator deletes the Operation. Absent: it stays until somebody deletes it.',
    ),
});
export type OperationSpec = z.infer<typeof OperationSpec>;

/** The status of an Operation. Types only, as in every status. */
export const OperationStatus = z.strictObject({
  observedGeneration: z
    .int()
    .default(-1)
    .describe('The generation of the spec that the conditions speak of.'),
  phase: z
    .string()
    .optional()
    .describe(
      'Pending: nothing was sent. Running: the request is being sent, or the answer is awaited. Succeeded, Failed and Unknown are the end.',
    ),
  message: z.string().optional().describe('Why, as a sentence.'),
  startedAt: moment('When the operator began to carry it out.').optional(),
  finishedAt: moment('When it came to its end.').optional(),
  targetUid: z
    .string()
    .optional()
    .describe(
      'The uid of the target when it began: it is not carried out on a later object of that name.',
    ),
  answer: z
    .strictObject({
      text: z.string().optional().describe('The text, where it is short enough to be kept here.'),
      configMap: z
        .string()
        .optional()
        .describe(
          'The ConfigMap of the namespace that holds the text. It goes with the Operation.',
        ),
    })
    .optional()
    .describe('What a verb that reads was answered.'),
  plan: PlanRecord.optional().describe(
    'The steps that wait for consent, with the hash to approve.',
  ),
  conditions: mapBy(z.array(ConditionRecord), 'type')
    .optional()
    .describe('Complete is True once the Operation has succeeded.'),
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
