import { FIELD_MANAGER, SECRET_LABEL } from '../model/group.ts';

const NAME = 'cloudinfra-operator';
const API_VERSION = 'admissionregistration.k8s.io/v1';

/** Limits the operator's writes to one resource. RBAC cannot select Secrets and ConfigMaps by
 *  label, so that the roles grant more than the operator uses. */
export interface Fence {
  readonly resource: 'secrets' | 'configmaps';
  /** CEL that matches an object written by the operator; `x` stands for the object. */
  readonly ours: string;
  readonly rules: readonly { readonly expression: string; readonly message: string }[];
}

const LABELLED = `has(x.metadata.labels) && '${SECRET_LABEL.kind}' in x.metadata.labels`;
/** The operator's notes have a name instead of a label. */
const NAMED = `x.metadata.name.startsWith('${FIELD_MANAGER}-')`;

const unchanged = (path: string): string => {
  const [here, before] = [`object.${path}`, `oldObject.${path}`];
  return `has(${here}) == has(${before}) && (!has(${here}) || ${here} == ${before})`;
};

/** Members of a user's Secret that stay unchanged: the operator changes only finalizers and
 *  labels. */
const KEPT = ['data', 'immutable', 'metadata.annotations', 'metadata.ownerReferences'] as const;

export const FENCES: readonly Fence[] = [
  {
    resource: 'secrets',
    ours: LABELLED,
    rules: [
      {
        expression: "object.type == 'Opaque' || request.operation == 'UPDATE' && !variables.was",
        message: 'the operator writes Secrets of type Opaque alone',
      },
      {
        expression: `variables.was == variables.is && (variables.is || request.operation == 'UPDATE' && ${KEPT.map((path) => `(${unchanged(path)})`).join(' && ')})`,
        message: `the operator writes the contents of its own Secrets alone, which have the label ${SECRET_LABEL.kind}`,
      },
    ],
  },
  {
    resource: 'configmaps',
    ours: `(${LABELLED}) || ${NAMED}`,
    rules: [
      {
        expression: 'variables.was && variables.is',
        message: `the operator writes its own ConfigMaps alone, which have the label ${SECRET_LABEL.kind} or a name that begins with ${FIELD_MANAGER}-`,
      },
    ],
  },
];

const about = (expression: string, object: string): string =>
  expression.replaceAll(/\bx\./g, `${object}.`);

/** Builds the part of a policy that does not depend on the account. A create needs no
 *  comparison. */
export const fenceSpec = ({ resource, ours, rules }: Fence) => ({
  failurePolicy: 'Fail',
  matchConstraints: {
    resourceRules: [
      {
        apiGroups: [''],
        apiVersions: ['v1'],
        operations: ['CREATE', 'UPDATE'],
        resources: [resource],
      },
    ],
  },
  variables: [
    { name: 'is', expression: about(ours, 'object') },
    {
      name: 'was',
      expression: `request.operation == 'CREATE' ? variables.is : (${about(ours, 'oldObject')})`,
    },
  ],
  validations: rules,
});

/** Matches the account by its name, in any namespace. */
const matchConditions = [
  {
    name: 'operator',
    expression: `request.userInfo.username.startsWith('system:serviceaccount:') && request.userInfo.username.endsWith(':${NAME}')`,
  },
];

/** Builds the policies and their bindings for the account that `deploy/kustomize` installs. */
export const writeFences = () =>
  FENCES.flatMap((fence) => {
    const metadata = { name: `${NAME}-${fence.resource}` };
    return [
      {
        apiVersion: API_VERSION,
        kind: 'ValidatingAdmissionPolicy',
        metadata,
        spec: { ...fenceSpec(fence), matchConditions },
      },
      {
        apiVersion: API_VERSION,
        kind: 'ValidatingAdmissionPolicyBinding',
        metadata,
        spec: { policyName: metadata.name, validationActions: ['Deny'] },
      },
    ];
  });
