import { ANNOTATION, GROUP } from '../model/group.ts';
import { APPROVE } from './user-roles.ts';

const API_VERSION = 'admissionregistration.k8s.io/v1';
const NAME = 'cloudinfra-operator-approval';

/** Returns CEL for a member of an object; an empty map if the member is absent. */
const member = (of: string, name: string): string => `has(${of}.${name}) ? ${of}.${name} : {}`;
/** Returns CEL for a value of the old object; an empty map for a creation. */
const before = (value: string): string => `request.operation == 'CREATE' ? {} : (${value})`;

/** Returns CEL that is true if a key of a map has a new value that is not empty. */
const given = (key: string, now: string, then: string): string =>
  `'${key}' in ${now} && ${now}['${key}'] != '' && !('${key}' in ${then} && ${then}['${key}'] == ${now}['${key}'])`;

/** Returns CEL that is true if two maps differ in one key at most. */
const sameBut = (key: string, now: string, then: string): string =>
  [
    `${now}.all(k, k == '${key}' || k in ${then} && ${then}[k] == ${now}[k])`,
    `${then}.all(k, k == '${key}' || k in ${now})`,
  ].join(' && ');

/** Returns CEL that is true if the request does not change a member of the metadata. */
const unchanged = (name: string): string => {
  const [now, then] = [`object.metadata.${name}`, `oldObject.metadata.${name}`];
  return `has(${now}) == has(${then}) && (!has(${now}) || ${now} == ${then})`;
};

const right = (verb: string): string =>
  `authorizer.group('${GROUP}').resource(request.resource.resource).namespace(request.namespace).name(request.name).check('${verb}').allowed()`;

const variables = {
  spec: member('object', 'spec'),
  specBefore: before(member('oldObject', 'spec')),
  policy: member('variables.spec', 'policy'),
  policyBefore: member('variables.specBefore', 'policy'),
  notes: member('object.metadata', 'annotations'),
  notesBefore: before(member('oldObject.metadata', 'annotations')),
  approves: right(APPROVE),
};

const gives = (key: string, map: 'notes' | 'spec' | 'policy'): string =>
  given(key, `variables.${map}`, `variables.${map}Before`);

/** CEL that is true if an update changes only the approval. */
const onlyApproval = [
  `(${sameBut('policy', 'variables.spec', 'variables.specBefore')})`,
  `(${sameBut('approvedPlan', 'variables.policy', 'variables.policyBefore')})`,
  `(${sameBut(ANNOTATION.consent, 'variables.notes', 'variables.notesBefore')})`,
  ...['labels', 'finalizers', 'ownerReferences'].map((name) => `(${unchanged(name)})`),
].join(' && ');

/** Returns the part of the policy that does not depend on the name of the installation. It applies
 *  to the objects of all kinds, but not to their status. */
export const approvalSpec = () => ({
  failurePolicy: 'Fail',
  matchConstraints: {
    resourceRules: [
      {
        apiGroups: [GROUP],
        apiVersions: ['*'],
        operations: ['CREATE', 'UPDATE'],
        resources: ['*'],
      },
    ],
  },
  variables: Object.entries(variables).map(([name, expression]) => ({ name, expression })),
  validations: [
    {
      expression: `!(${gives(ANNOTATION.consent, 'notes')}) || variables.approves`,
      message: `the annotation ${ANNOTATION.consent} requires the verb ${APPROVE} on the object`,
    },
    {
      expression: `!(${gives('approvedPlan', 'policy')}) && !(${gives('approvedPlan', 'spec')}) || variables.approves`,
      message: `approvedPlan requires the verb ${APPROVE} on the object`,
    },
    {
      expression: `!(${gives('consent', 'policy')} && variables.policy['consent'] == 'Auto') || variables.approves`,
      message: `spec.policy.consent Auto requires the verb ${APPROVE} on the object`,
    },
    {
      expression: `request.operation == 'CREATE' || (${onlyApproval}) || !variables.approves || ${right('update')}`,
      message: `the verb ${APPROVE} without the verb update allows no change but the approval`,
    },
  ],
});

/** Returns the policy and its binding, as `deploy/kustomize/approval-policy` installs them. */
export const approvalPolicy = () => [
  {
    apiVersion: API_VERSION,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: NAME },
    spec: approvalSpec(),
  },
  {
    apiVersion: API_VERSION,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: NAME },
    spec: { policyName: NAME, validationActions: ['Deny'] },
  },
];
