import { z } from 'zod';

const hashes = z.record(z.string(), z.string());
const opaque = z.unknown();

const ConditionRecord = z.strictObject({
  type: z.string(),
  status: z.string(),
  reason: z.string(),
  message: z.string(),
  observedGeneration: z.int().optional(),
  lastTransitionTime: z.string(),
});
export type Condition = Readonly<z.infer<typeof ConditionRecord>>;

const ChangeRecord = z.strictObject({ field: z.string(), from: opaque.optional(), to: opaque.optional() });
const StepRecord = z.strictObject({
  verb: z.string(),
  effect: z.string(),
  loses: z.string().optional(),
  summary: z.string().describe('One line for people.'),
  changes: z.array(ChangeRecord).optional(),
});

/** The fields that every kind's status has beside its own. Types only: an enumeration or a length here would make the API server refuse the status. */
export const CommonStatus = z.strictObject({
  observedGeneration: z.int().default(-1).describe('The generation of the spec that the conditions speak of.'),
  id: z.int().optional().describe("The item's id in the account."),
  account: z.string().optional().describe('The account that the id belongs to.'),
  state: z.string().optional().describe("The service's own status word."),
  conditions: z.array(ConditionRecord).optional().describe('Ready speaks for the item, Synced for the operator.'),
  applied: hashes.optional().describe('What was applied, a hash per field: tells a change made outside from a change of the spec.'),
  stored: z
    .array(z.strictObject({ field: z.string(), sent: z.string(), stored: z.string() }))
    .optional()
    .describe('Values that the service keeps in another form than they were sent in.'),
  ids: z.record(z.string(), z.array(z.unknown())).optional().describe('What the references were resolved to, by path of the spec.'),
  drift: z
    .array(z.strictObject({ field: z.string(), desired: opaque.optional(), observed: opaque.optional(), since: z.string() }))
    .optional()
    .describe('Differences that are reported and not corrected.'),
  plan: z
    .strictObject({ hash: z.string(), steps: z.array(StepRecord) })
    .optional()
    .describe('What would be done: in Preview, or while consent is wanted.'),
  consent: z
    .strictObject({ hash: z.string(), generation: z.int(), steps: z.array(z.string()) })
    .optional()
    .describe('The consent in use.'),
  requests: z
    .record(z.string(), z.strictObject({ token: z.string(), at: z.string(), result: z.string() }))
    .optional()
    .describe('One-shot actions that were asked for by annotation, with how they ended.'),
  once: hashes.optional().describe('Requests that must not be repeated and were sent.'),
});
export type CommonStatus = z.infer<typeof CommonStatus>;
