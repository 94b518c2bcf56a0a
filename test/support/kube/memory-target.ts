/** The target of a request. */
export interface Target {
  readonly collection: string;
  readonly namespace: string | null;
  readonly name: string | undefined;
  readonly query: URLSearchParams;
}

/** Parses a path of the API. A namespace object itself is in no namespace. */
export function targetOf(path: string): Target {
  const [where = '', query = ''] = path.split('?');
  const [, , group, versionOrRest, ...rest] = where.startsWith('/api/')
    ? ['', '', 'core', ...where.split('/').slice(2)]
    : where.split('/');
  const scoped = rest[0] === 'namespaces' && rest.length > 2;
  const [plural, name] = scoped ? rest.slice(2) : rest;
  return {
    collection: `${group}/${versionOrRest}/${plural}`,
    namespace: scoped ? (rest[1] ?? null) : null,
    name,
    query: new URLSearchParams(query),
  };
}

/** Reports whether the selectors of the request, for a name or the existence of a label, match the
 *  object. */
export function selects(
  query: URLSearchParams,
  { name, labels }: { readonly name: string; readonly labels?: unknown },
): boolean {
  const label = query.get('labelSelector');
  const isLabelled =
    label === null || (typeof labels === 'object' && labels !== null && label in labels);
  return (
    isLabelled &&
    (query.get('fieldSelector') === null || query.get('fieldSelector') === `metadata.name=${name}`)
  );
}
