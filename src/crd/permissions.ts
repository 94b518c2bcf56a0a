import { GROUP } from '../model/group.ts';

/** What the operator does in the cluster, a row for each resource: the least that it needs, and
 *  what for. */
export interface Permission {
  readonly why: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** Where it is needed: in the namespaces whose objects are looked after, or in the operator's
   *  own. */
  readonly where: 'watched' | 'own';
}

type Plurals = readonly { readonly plural: string }[];

/** What is needed of our own kinds. */
const ofObjects = (kinds: Plurals): readonly Permission[] => [
  {
    why: 'the objects: to follow them, and to write finalizer and annotations',
    group: GROUP,
    resources: kinds.map(({ plural }) => plural),
    verbs: ['get', 'list', 'watch', 'patch'],
    where: 'watched',
  },
  {
    why: 'what is told of the objects',
    group: GROUP,
    resources: kinds.map(({ plural }) => `${plural}/status`),
    verbs: ['patch'],
    where: 'watched',
  },
];

/** What is needed beside them. */
const OTHERS: readonly Permission[] = [
  {
    why: 'credentials and passwords that are read by name, and followed by name; the metadata of those in use by their label; connections and passwords that are written',
    group: '',
    resources: ['secrets'],
    verbs: ['get', 'list', 'watch', 'create', 'patch'],
    where: 'watched',
  },
  {
    why: 'what was asked for by request and is too long for the status',
    group: '',
    resources: ['configmaps'],
    verbs: ['get', 'create', 'patch'],
    where: 'watched',
  },
  {
    why: 'transitions, for kubectl describe',
    group: 'events.k8s.io',
    resources: ['events'],
    verbs: ['create', 'patch'],
    where: 'watched',
  },
  {
    why: 'whether the namespace is going: a Secret in use is then held back; and the uid that tells clusters apart, of kube-system or of the namespace',
    group: '',
    resources: ['namespaces'],
    verbs: ['get'],
    where: 'watched',
  },
  {
    why: 'what was deleted lately, so that not too much goes at once',
    group: '',
    resources: ['configmaps'],
    verbs: ['get', 'create', 'patch'],
    where: 'own',
  },
  {
    why: 'which replica leads',
    group: 'coordination.k8s.io',
    resources: ['leases'],
    verbs: ['get', 'create', 'patch'],
    where: 'own',
  },
];

/** All permissions for these kinds. */
export const permissions = (kinds: Plurals): readonly Permission[] => [
  ...ofObjects(kinds),
  ...OTHERS,
];
