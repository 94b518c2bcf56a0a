import { z } from 'zod';
import { namespacedName } from '../../src/model/object-key.ts';

/** One object as the demo shows it. */
export interface Row {
  readonly kind: string;
  /** With its namespace in front where that is not `default`. */
  readonly name: string;
  /** The service's own word; empty while there is none. */
  readonly state: string;
  /** The status of the condition Ready; empty while there is none. */
  readonly ready: string;
  /** Why it is not Ready, or what else there is to know. */
  readonly message: string;
  readonly mood: Mood;
}

/** Ready for the spec as it is now; on its way; or waiting for a person. */
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

/** What a listing of objects holds, as far as the demo shows it. */
export const CloudObjects = z.object({ items: z.array(CloudObject) });

/** How an object is doing, in one line. */
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

/** A name as people say it: the namespace only where it is not `default`. */
export const shownName = (namespace: string, name: string): string =>
  namespace === 'default' ? name : namespacedName({ namespace, name });

function moodOf({ metadata, status }: CloudObject, ready: Condition | undefined): Mood {
  if (isTrue(status.conditions, 'Stalled')) return 'stuck';
  const current =
    status.observedGeneration === metadata.generation && metadata.deletionTimestamp === undefined;
  return current && ready?.status === 'True' ? 'ready' : 'working';
}

/** What keeps it from being Ready comes first, then what keeps us from bringing it to its spec. */
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
