import { GROUP } from '../model/group.ts';
import { OPERATION } from '../model/operation.ts';

/** The operator's permissions in the cluster, one row per resource: the least privilege, with its
 *  purpose. */
export interface Permission {
  readonly why: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** The scope: the watched namespaces, or the operator's own. */
  readonly where: 'watched' | 'own';
}

type Plurals = readonly { readonly plural: string }[];

/** Permissions for the operator's own kinds. */
const ofObjects = (kinds: Plurals): readonly Permission[] => [
  {
    why: 'watch the objects, and write finalizers and annotations',
    group: GROUP,
    resources: kinds.map(({ plural }) => plural),
    verbs: ['get', 'list', 'watch', 'patch'],
    where: 'watched',
  },
  {
    why: 'write the status of the objects',
    group: GROUP,
    resources: kinds.map(({ plural }) => `${plural}/status`),
    verbs: ['patch'],
    where: 'watched',
  },
  {
    why: 'the Operations: to follow them, and to delete those that are finished and whose time is over',
    group: GROUP,
    resources: [OPERATION.plural],
    verbs: ['list', 'watch', 'delete'],
    where: 'watched',
  },
  {
    why: 'how far each Operation is',
    group: GROUP,
    resources: [`${OPERATION.plural}/status`],
    verbs: ['patch'],
    where: 'watched',
  },
];

/** Permissions for other resources. */
const OTHERS: readonly Permission[] = [
  {
    why: 'read and watch credentials and passwords by name, and the metadata of Secrets in use by label; write connections and passwords',
    group: '',
    resources: ['secrets'],
    verbs: ['get', 'list', 'watch', 'create', 'patch'],
    where: 'watched',
  },
  {
    why: 'write answers to Operations that are too long for the status',
    group: '',
    resources: ['configmaps'],
    verbs: ['get', 'create', 'patch'],
    where: 'watched',
  },
  {
    why: 'write Events of transitions, for kubectl describe',
    group: 'events.k8s.io',
    resources: ['events'],
    verbs: ['create', 'patch'],
    where: 'watched',
  },
  {
    why: 'detect the deletion of a namespace, which holds back a Secret in use; read the uid of kube-system or of the namespace, which identifies the cluster',
    group: '',
    resources: ['namespaces'],
    verbs: ['get'],
    where: 'watched',
  },
  {
    why: 'store the count of recent deletions for the brake',
    group: '',
    resources: ['configmaps'],
    verbs: ['get', 'create', 'patch'],
    where: 'own',
  },
  {
    why: 'elect the leader',
    group: 'coordination.k8s.io',
    resources: ['leases'],
    verbs: ['get', 'create', 'patch'],
    where: 'own',
  },
];

/** Returns all permissions for these kinds. */
export const permissions = (kinds: Plurals): readonly Permission[] => [
  ...ofObjects(kinds),
  ...OTHERS,
];
