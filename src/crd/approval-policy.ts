import { ANNOTATION, GROUP } from '../model/group.ts';
import { APPROVE } from './user-roles.ts';

const API_VERSION = 'admissionregistration.k8s.io/v1';
const NAME = 'cloudinfra-operator-approval';

/** CEL of a member of an object that may be absent, then an empty map. */
const member = (of: string, name: string): string => `has(${of}.${name}) ? ${of}.${name} : {}`;
/** CEL of a value of the object before, which a creation lacks. */
const before = (value: string): string => `request.operation == 'CREATE' ? {} : (${value})`;

/** CEL: whether a key of a map has a new value that is not empty. */
const given = (key: string, now: string, then: string): string =>
  `'${key}' in ${now} && ${now}['${key}'] != '' && !('${key}' in ${then} && ${then}['${key}'] == ${now}['${key}'])`;

/** CEL: whether two maps are the same but for one key. */
const sameBut = (key: string, now: string, then: string): string =>
  [
    `${now}.all(k, k == '${key}' || k in ${then} && ${then}[k] == ${now}[k])`,
    `${then}.all(k, k == '${key}' || k in ${now})`,
  ].join(' && ');

/** CEL: whether a member of the metadata is the same as before. */
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

/** Only an update can change an approval alone. */
const onlyApproval = [
  `(${sameBut('policy', 'variables.spec', 'variables.specBefore')})`,
  `(${sameBut('approvedPlan', 'variables.policy', 'variables.policyBefore')})`,
  `(${sameBut(ANNOTATION.consent, 'variables.notes', 'variables.notesBefore')})`,
  ...['labels', 'finalizers', 'ownerReferences'].map((name) => `(${unchanged(name)})`),
].join(' && ');

/** The part of the policy that does not depend on the name of the installation. It looks at the
 *  objects of all kinds, and not at their status. */
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

/** The policy and its binding, as `deploy/kustomize/approval-policy` installs them. */
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
