import { z } from 'zod';

const Condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string(),
  message: z.string(),
  lastTransitionTime: z.string(),
  observedGeneration: z.number(),
});
export type Condition = z.infer<typeof Condition>;

export const CloudObject = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    uid: z.string(),
    resourceVersion: z.string(),
    generation: z.number(),
    finalizers: z.array(z.string()).default([]),
    annotations: z.record(z.string(), z.string()).default({}),
  }),
  spec: z.record(z.string(), z.unknown()).default({}),
  status: z.looseObject({
    id: z.number().optional(),
    state: z.string().optional(),
    observedGeneration: z.number(),
    conditions: z.array(Condition).default([]),
  }),
});
/** An object of the operator's kinds in the API server. */
export type CloudObject = z.infer<typeof CloudObject>;

export const conditionOf = ({ status }: CloudObject, type: string): Condition | undefined =>
  status.conditions.find((one) => one.type === type);
export const reasonOf = (object: CloudObject, type: string): string =>
  conditionOf(object, type)?.reason ?? '';
/** Reports whether an object is Ready, as `kubectl wait` does. */
export const isReady = (object: CloudObject): boolean => {
  const ready = conditionOf(object, 'Ready');
  return ready?.status === 'True' && ready.observedGeneration === object.metadata.generation;
};

/** Formats an object for timeout messages. */
export const shown = ({ metadata, status }: CloudObject): string =>
  `generation ${metadata.generation}, ${JSON.stringify({ ...status, internal: undefined })}`;
