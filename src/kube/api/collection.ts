import { pathOf, type Resource } from '../resources.ts';
import type { HttpRequest } from './transport.ts';

/** A collection: all objects of a type, those of a namespace, one by name, or those with a
 *  label. */
export interface Collection {
  readonly resource: Resource;
  /** Null: all namespaces. */
  readonly namespace: string | null;
  readonly name?: string;
  /** Selects the objects with this label, whatever its value. */
  readonly label?: string;
  /** Requests only metadata. */
  readonly metadataOnly?: true;
}

/** The place of one object. `namespace` null: the object is cluster-scoped. */
export interface Place {
  readonly resource: Resource;
  readonly namespace: string | null;
  readonly name: string;
}

/** Requests the metadata-only form; an API server without it answers with the whole object. Source:
 *  Kubernetes API concepts, "Fetching metadata only". */
export const formOf = ({ metadataOnly }: Collection, as: string): Pick<HttpRequest, 'accept'> =>
  metadataOnly === true
    ? { accept: `application/json;as=${as};g=meta.k8s.io;v=v1,application/json` }
    : {};

/** Returns the path and the query of one page of a listing. */
export function listPath(from: Collection, limit: number, next: string | null): string {
  const page = {
    ...(limit > 0 ? { limit: String(limit) } : {}),
    ...(next === null ? {} : { continue: next }),
  };
  return withQuery(from, page);
}

/** Returns the path and the query of a watch with bookmarks. */
export const watchPath = (
  from: Collection,
  resourceVersion: string,
  timeoutSeconds: number,
): string =>
  withQuery(from, {
    watch: 'true',
    allowWatchBookmarks: 'true',
    resourceVersion,
    timeoutSeconds: String(timeoutSeconds),
  });

function withQuery(
  { resource, namespace, name, label }: Collection,
  query: Readonly<Record<string, string>>,
): string {
  const byName = name === undefined ? {} : { fieldSelector: `metadata.name=${name}` };
  const byLabel = label === undefined ? {} : { labelSelector: label };
  return `${pathOf(resource, namespace)}?${new URLSearchParams({ ...query, ...byName, ...byLabel }).toString()}`;
}
