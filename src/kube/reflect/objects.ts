import type { KubeObject } from '../../engine/ports/cluster.ts';
import { isAlike, packed } from '../../json/packed.ts';
import { isRecord } from '../api/merge.ts';
import { apiVersionOf, type Resource } from '../resources.ts';

/** The members that a stored object must have. */
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

/** Parses an object without unused members that take a third of the memory: managedFields and the
 *  last-applied annotation. Null when it is no namespaced object. Items of a listing may lack
 *  apiVersion and kind: the resource supplies them. */
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
  // The API server validates metadata; spec and status stay unknown until the engine parses them.
  return {
    ...json,
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: named as KubeObject['metadata'],
  };
}

/** Reports whether one resourceVersion is newer than another; compares them as integers of any
 *  size. */
export const isNewer = (a: string, b: string): boolean =>
  a.length === b.length ? a > b : a.length > b.length;

/** Reports the last copy of an object: deleted, without finalizers. */
export const isFinal = ({ metadata }: Stored): boolean =>
  metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;

/** Returns the stored form of an object: large lists packed, and an unchanged spec shared with the
 *  previous copy. The generation is no evidence: a restored cluster counts from an earlier one. */
export const keptObject = (before: KubeObject | undefined, after: KubeObject): KubeObject =>
  packed(
    before !== undefined && isAlike(before.spec, after.spec)
      ? { ...after, spec: before.spec }
      : after,
  );
