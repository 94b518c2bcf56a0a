import { GROUP, VERSION } from '../model/group.ts';
import type { AnyKind } from '../model/kind.ts';
import { OPERATION, OperationSpec, OperationStatus, verbsOf } from '../model/operation.ts';
import { conditionsOf } from './condition-schema.ts';
import { namesOf, type Parameter, parameterSchemas, parametersOf } from './operation-parameters.ts';
import type { Schema, Validation } from './schema.ts';
import { demandingNothing, structural } from './structural.ts';

/** Returns the kinds that have verbs. */
const acting = (kinds: readonly AnyKind[]): readonly AnyKind[] =>
  kinds.filter((kind) => verbsOf(kind).length > 0);

const listed = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** Joins words for a sentence: `a, b or c`. */
const anyOf = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');

/** Rules of the spec: it is immutable, the kind of the target has the verb, and the verb accepts
 *  the parameters. */
const rules = (kinds: readonly AnyKind[], all: readonly Parameter[]): readonly Validation[] => [
  {
    rule: 'self == oldSelf',
    message: 'must not change: delete the Operation and create another one',
    reason: 'FieldValueForbidden',
  },
  ...kinds.map((kind): Validation => {
    const verbs = verbsOf(kind);
    return {
      rule: `self.target.kind != '${kind.kind}' || self.verb in [${listed(verbs)}]`,
      message: `must be ${anyOf(verbs)} for a target of kind ${kind.kind}`,
      fieldPath: '.verb',
      reason: 'FieldValueInvalid',
    };
  }),
  ...namesOf(all).map((name): Validation => {
    const takers = all.filter((one) => one.name === name);
    const pairs = takers.map(
      ({ kind, verb }) => `self.target.kind == '${kind}' && self.verb == '${verb}'`,
    );
    return {
      rule: `!has(self.parameters) || !has(self.parameters.${name}) || ${pairs.join(' || ')}`,
      message: `may be set only with the verb ${anyOf(takers.map(({ verb }) => verb))}`,
      fieldPath: `.parameters.${name}`,
      reason: 'FieldValueForbidden',
    };
  }),
];

/** Builds the schema of the spec, with the rules that derive from the verbs of the kinds. */
export function operationSpecSchema(every: readonly AnyKind[]): Schema {
  const kinds = acting(every);
  const all = parametersOf(kinds);
  const spec = structural(OperationSpec);
  const { target = {}, verb = {}, parameters: given = {}, ...others } = spec.properties ?? {};
  const kind = { ...target.properties?.['kind'], enum: kinds.map((one) => one.kind) };
  return {
    ...spec,
    description: 'Action and its target. Immutable.',
    properties: {
      target: { ...target, properties: { ...target.properties, kind } },
      verb: { ...verb, enum: [...new Set(kinds.flatMap(verbsOf))].toSorted() },
      parameters: {
        type: 'object',
        description: given.description ?? '',
        properties: parameterSchemas(all),
      },
      ...others,
    },
    'x-kubernetes-validations': rules(kinds, all),
  };
}

/** Builds the schema of the status. */
export function operationStatusSchema(): Schema {
  const { properties = {}, ...schema } = demandingNothing(structural(OperationStatus));
  const types = 'Complete, Reconciling or Stalled.';
  const description = `${types} Complete is True once the Operation succeeded.`;
  return {
    ...schema,
    description: 'State of the Operation at the last observation.',
    default: { observedGeneration: -1 },
    properties: { ...properties, conditions: { ...conditionsOf(types), description } },
  };
}

const COLUMNS = [
  { name: 'Kind', type: 'string', jsonPath: '.spec.target.kind' },
  { name: 'Target', type: 'string', jsonPath: '.spec.target.name' },
  { name: 'Verb', type: 'string', jsonPath: '.spec.verb' },
  { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  { name: 'Message', type: 'string', jsonPath: '.status.message', priority: 1 },
] as const;

/** Builds the CustomResourceDefinition of Operation, for these kinds. */
export const operationDefinition = (kinds: readonly AnyKind[]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${OPERATION.plural}.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: {
      kind: OPERATION.kind,
      listKind: `${OPERATION.kind}List`,
      plural: OPERATION.plural,
      singular: OPERATION.kind.toLowerCase(),
      shortNames: OPERATION.shortNames,
    },
    versions: [
      {
        name: VERSION,
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: OPERATION.summary,
            required: ['spec'],
            properties: {
              apiVersion: { type: 'string', description: `Always ${GROUP}/${VERSION}.` },
              kind: { type: 'string', description: `Always ${OPERATION.kind}.` },
              metadata: { type: 'object' },
              spec: operationSpecSchema(kinds),
              status: operationStatusSchema(),
            },
          },
        },
        subresources: { status: {} },
        selectableFields: [
          '.spec.target.kind',
          '.spec.target.name',
          '.spec.verb',
          '.status.phase',
        ].map((jsonPath) => ({ jsonPath })),
        additionalPrinterColumns: COLUMNS,
      },
    ],
  },
});
