import { z } from 'zod';
import { namespacedName } from '../../src/model/object-key.ts';

/** One object in the demo's table. */
export interface Row {
  readonly kind: string;
  /** The name, with its namespace unless that is `default`. */
  readonly name: string;
  /** The service's status; empty before there is one. */
  readonly state: string;
  /** The status of the condition Ready; empty before there is one. */
  readonly ready: string;
  /** The reason that it is not Ready, or other information. */
  readonly message: string;
  readonly mood: Mood;
}

/** Ready for the current spec; in progress; or waiting for a user. */
export type Mood = 'ready' | 'working' | 'stuck';

const Condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string().default(''),
  message: z.string().default(''),
});
type Condition = z.infer<typeof Condition>;

const CloudObject = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string().default('default'),
    generation: z.number().optional(),
    deletionTimestamp: z.string().optional(),
  }),
  status: z
    .object({
      observedGeneration: z.number().optional(),
      state: z.string().default(''),
      conditions: z.array(Condition).default([]),
    })
    .prefault({}),
});
type CloudObject = z.infer<typeof CloudObject>;

/** A listing of objects with the members that the demo shows. */
export const CloudObjects = z.object({ items: z.array(CloudObject) });

/** Summarizes an object in one row. */
export function rowOf(kind: string, object: CloudObject): Row {
  const { metadata, status } = object;
  const ready = status.conditions.find(({ type }) => type === 'Ready');
  return {
    kind,
    name: shownName(metadata.namespace, metadata.name),
    state: status.state,
    ready: ready?.status ?? '',
    message: oneLine(messageOf(object, ready)),
    mood: moodOf(object, ready),
  };
}

/** Formats a name, with the namespace unless that is `default`. */
export const shownName = (namespace: string, name: string): string =>
  namespace === 'default' ? name : namespacedName({ namespace, name });

function moodOf({ metadata, status }: CloudObject, ready: Condition | undefined): Mood {
  if (isTrue(status.conditions, 'Stalled')) return 'stuck';
  const current =
    status.observedGeneration === metadata.generation && metadata.deletionTimestamp === undefined;
  return current && ready?.status === 'True' ? 'ready' : 'working';
}

/** Selects the message: the reason that it is not Ready, then the reason that it is not in sync. */
function messageOf({ metadata, status }: CloudObject, ready: Condition | undefined): string {
  if (ready?.status !== 'True')
    return ready?.message ?? (metadata.deletionTimestamp === undefined ? '' : 'being deleted');
  const synced = status.conditions.find(({ type }) => type === 'Synced');
  return synced === undefined || synced.status === 'True'
    ? ready.message
    : `${synced.reason}: ${synced.message}`;
}

const isTrue = (conditions: readonly Condition[], wanted: string): boolean =>
  conditions.some(({ type, status }) => type === wanted && status === 'True');

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
