import type { KubeObject } from '../../engine/ports/cluster.ts';
import { isAlike, packed } from '../../json/packed.ts';
import { isRecord } from '../api/merge.ts';
import { apiVersionOf, type Resource } from '../resources.ts';

/** The least that an object must have to be kept. */
export interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
  };
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const IDENTITY = ['name', 'namespace', 'uid', 'resourceVersion'] as const;

/** An object as it came, without what nobody reads and what takes a third of the memory:
 *  managedFields and the last-applied annotation. Null when it is no object of a namespace. Items
 *  of a listing may lack apiVersion and kind: the resource has them. */
export function readObject(resource: Resource, json: unknown): KubeObject | null {
  if (!isRecord(json) || !isRecord(json['metadata'])) return null;
  const { managedFields: _, annotations, ...metadata } = json['metadata'];
  if (!IDENTITY.every((key) => typeof metadata[key] === 'string' && metadata[key] !== ''))
    return null;
  const kept = isRecord(annotations)
    ? Object.entries(annotations).filter(([key]) => key !== LAST_APPLIED)
    : [];
  const named =
    kept.length === 0 ? metadata : { ...metadata, annotations: Object.fromEntries(kept) };
  // The API server checks metadata itself; spec and status stay unknown until the engine parses
  // them.
  return {
    ...json,
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: named,
  } as unknown as KubeObject;
}

/** Whether one resourceVersion is newer than another, compared as the integers they are, without a
 *  limit to their size. */
export const isNewer = (a: string, b: string): boolean =>
  a.length === b.length ? a > b : a.length > b.length;

/** True for the last copy of an object: deleted, and nothing holds it any more. */
export const isFinal = ({ metadata }: Stored): boolean =>
  metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;

/** An object as it is kept: with its large lists packed, and with the spec of the copy before it
 *  where that is the same. The generation does not tell: a cluster that was put back to an earlier
 *  state counts from there. */
export const keptObject = (before: KubeObject | undefined, after: KubeObject): KubeObject =>
  packed(
    before !== undefined && isAlike(before.spec, after.spec)
      ? { ...after, spec: before.spec }
      : after,
  );
