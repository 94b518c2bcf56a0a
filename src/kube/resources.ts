import { GROUP, VERSION } from '../model/group.ts';

/** An API resource. `group` is empty for the core group. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
}

export const SECRETS: Resource = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret' };
export const CONFIG_MAPS: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
};
export const NAMESPACES: Resource = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
};
export const EVENTS: Resource = {
  group: 'events.k8s.io',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
};
export const LEASES: Resource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
};

/** Returns the resource of one of the operator's kinds. */
export const resourceOf = ({
  kind,
  plural,
}: {
  readonly kind: string;
  readonly plural: string;
}): Resource => ({
  group: GROUP,
  version: VERSION,
  plural,
  kind,
});

export const apiVersionOf = ({ group, version }: Resource): string =>
  group === '' ? version : `${group}/${version}`;

/** Returns the path of a collection, of an object in it, or of a subresource. `namespace` null: all
 *  namespaces, or cluster scope. */
export function pathOf(
  resource: Resource,
  namespace: string | null,
  name?: string,
  subresource?: string,
): string {
  const root =
    resource.group === '' ? ['api', resource.version] : ['apis', resource.group, resource.version];
  const scope = namespace === null ? [] : ['namespaces', namespace];
  const object = [name, subresource].filter((segment) => segment !== undefined);
  return `/${[...root, ...scope, resource.plural, ...object].map(encodeURIComponent).join('/')}`;
}
