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

/** What the operator may do in its own namespace, however it is installed. */
export const ownRole = (all: readonly Permission[]) => role('Role', NAME, at(all, 'own'));

/** What it may do with the objects when it looks after all namespaces. */
export const objectsEverywhere = (all: readonly Permission[]) =>
  role('ClusterRole', NAME, at(all, 'watched'));

/** The same for one namespace: it is needed in each that is looked after. */
export const objectsInOne = (all: readonly Permission[]) =>
  role('Role', `${NAME}-objects`, at(all, 'watched'));
