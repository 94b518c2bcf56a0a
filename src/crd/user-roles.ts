import { GROUP } from '../model/group.ts';
import { OPERATION } from '../model/operation.ts';

const NAME = 'cloudinfra-operator';
const READ = ['get', 'list', 'watch'];
/** The verb of the permission to approve plans. */
export const APPROVE = 'approve';

/** A role for users: its verbs on the objects of all kinds and on Operations, and the role of the
 *  cluster that it is aggregated to; null: it needs a binding of its own. */
interface UserRole {
  readonly name: 'view' | 'edit' | 'approve';
  readonly verbs: readonly string[];
  readonly within: 'view' | 'edit' | null;
}

/** The roles for users. `approve` includes patch, because an approval is a patch. `edit` does not
 *  include the verb `approve`, so that a different person approves. */
export const USER_ROLES: readonly UserRole[] = [
  { name: 'view', verbs: READ, within: 'view' },
  {
    name: 'edit',
    verbs: [...READ, 'create', 'update', 'patch', 'delete', 'deletecollection'],
    within: 'edit',
  },
  { name: 'approve', verbs: [...READ, 'patch', APPROVE], within: null },
];

type Plurals = readonly { readonly plural: string }[];

/** Returns the part of a role that does not depend on the name of the installation. */
export const userRules = ({ verbs }: UserRole, kinds: Plurals) => ({
  rules: [
    { apiGroups: [GROUP], resources: [...kinds, OPERATION].map(({ plural }) => plural), verbs },
  ],
});

/** Returns the roles for users, as `deploy/kustomize` installs them. */
export const userRoles = (kinds: Plurals) =>
  USER_ROLES.map((role) => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: `${NAME}-${role.name}`,
      ...(role.within === null
        ? {}
        : { labels: { [`rbac.authorization.k8s.io/aggregate-to-${role.within}`]: 'true' } }),
    },
    ...userRules(role, kinds),
  }));
