import { GROUP } from '../model/group.ts';

const NAME = 'cloudinfra-operator';
const READ = ['get', 'list', 'watch'];
/** The verb of the right to approve plans. */
export const APPROVE = 'approve';

/** A role for people: its verbs on the objects of all kinds, and the role of the cluster that it
 *  becomes part of; null: it is bound by itself. */
interface UserRole {
  readonly name: 'view' | 'edit' | 'approve';
  readonly verbs: readonly string[];
  readonly within: 'view' | 'edit' | null;
}

/** A patch carries the approval. `edit` of the cluster holds no approvals: it is another person who
 *  gives them. */
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

/** The part of a role that does not depend on the name of the installation. */
export const userRules = ({ verbs }: UserRole, kinds: Plurals) => ({
  rules: [{ apiGroups: [GROUP], resources: kinds.map(({ plural }) => plural), verbs }],
});

/** The roles of people, as `deploy/kustomize` installs them. */
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
