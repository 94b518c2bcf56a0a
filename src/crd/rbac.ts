import type { Permission } from './permissions.ts';

const NAME = 'cloudinfra-operator';
const API_VERSION = 'rbac.authorization.k8s.io/v1';

const ruleOf = ({ group, resources, verbs }: Permission) => ({ apiGroups: [group], resources, verbs });

const role = (kind: 'ClusterRole' | 'Role', name: string, granted: readonly Permission[]) => ({
  apiVersion: API_VERSION,
  kind,
  metadata: { name },
  rules: granted.map(ruleOf),
});

const at = (all: readonly Permission[], where: Permission['where']) => all.filter((permission) => permission.where === where);

/** The role that the operator has in its own namespace, however it is installed. */
const ownRole = (all: readonly Permission[]) => role('Role', NAME, at(all, 'own'));

/** For an operator that looks after all namespaces. */
export const clusterWide = (all: readonly Permission[]) => [role('ClusterRole', NAME, at(all, 'watched')), ownRole(all)];

/** For an operator that looks after some namespaces: the first role is for each of them. */
export const namespaced = (all: readonly Permission[]) => [role('Role', `${NAME}-objects`, at(all, 'watched')), ownRole(all)];
