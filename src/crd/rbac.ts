import type { Permission } from './permissions.ts';

const NAME = 'cloudinfra-operator';
const API_VERSION = 'rbac.authorization.k8s.io/v1';

const ruleOf = ({ group, resources, verbs }: Permission) => ({
  apiGroups: [group],
  resources,
  verbs,
});

const role = (kind: 'ClusterRole' | 'Role', name: string, granted: readonly Permission[]) => ({
  apiVersion: API_VERSION,
  kind,
  metadata: { name },
  rules: granted.map(ruleOf),
});

const at = (all: readonly Permission[], where: Permission['where']) =>
  all.filter((permission) => permission.where === where);

/** Builds the role for the operator's own namespace, for every kind of installation. */
export const ownRole = (all: readonly Permission[]) => role('Role', NAME, at(all, 'own'));

/** Builds the role for the objects of all namespaces. */
export const objectsEverywhere = (all: readonly Permission[]) =>
  role('ClusterRole', NAME, at(all, 'watched'));

/** Builds the role for one namespace: required in each watched namespace. */
export const objectsInOne = (all: readonly Permission[]) =>
  role('Role', `${NAME}-objects`, at(all, 'watched'));
