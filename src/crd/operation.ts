import * as z from 'zod';
import { GROUP, VERSION } from '../model/group.ts';
import type { AnyKind } from '../model/kind.ts';
import { OPERATION, OperationSpec, OperationStatus, verbsOf } from '../model/operation.ts';
import { CONDITIONS } from './condition-schema.ts';
import type { Schema, Validation } from './schema.ts';
import { demandingNothing, structural } from './structural.ts';

/** Returns the kinds that have verbs. */
const acting = (kinds: readonly AnyKind[]): readonly AnyKind[] =>
  kinds.filter((kind) => verbsOf(kind).length > 0);

const listed = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** A parameter of a verb, with the kind that has the verb. */
interface Parameter {
  readonly kind: string;
  readonly verb: string;
  readonly name: string;
  readonly schema: Schema;
}

/** Returns the parameters of all verbs. */
const parameters = (kinds: readonly AnyKind[]): readonly Parameter[] =>
  kinds.flatMap(({ kind, requests }) =>
    Object.keys(requests).flatMap((verb) => {
      const own: z.ZodObject = requests[verb]?.parameters ?? z.strictObject({});
      return Object.entries(structural(own).properties ?? {}).map(([name, schema]) => ({
        kind,
        verb,
        name,
        schema,
      }));
    }),
  );

const names = (all: readonly Parameter[]): readonly string[] => [
  ...new Set(all.map(({ name }) => name)),
];

/** Returns the schema of each parameter, by name. Verbs that share a parameter share its schema:
 *  throws if two verbs declare it differently, because one definition cannot contain both. */
function parameterSchemas(all: readonly Parameter[]): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    names(all).map((name) => {
      const [first, ...others] = all.filter((one) => one.name === name);
      if (first === undefined || others.some(({ schema }) => !alike(schema, first.schema)))
        throw new Error(`parameter ${name}: two verbs give it different schemas`);
      const verbs = [first, ...others].map(({ kind, verb }) => `${verb} of ${kind}`).join(', ');
      return [
        name,
        { ...first.schema, description: `${verbs}. ${first.schema.description ?? ''}` },
      ];
    }),
  );
}

const alike = (a: Schema, b: Schema): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Rules of the spec: it is immutable, the kind of the target has the verb, and the verb accepts
 *  the parameters. */
const rules = (kinds: readonly AnyKind[], all: readonly Parameter[]): readonly Validation[] => [
  {
    rule: 'self == oldSelf',
    message: 'an Operation cannot change: delete it and create another one',
    reason: 'FieldValueForbidden',
  },
  ...kinds.map((kind): Validation => {
    const verbs = verbsOf(kind);
    return {
      rule: `self.target.kind != '${kind.kind}' || self.verb in [${listed(verbs)}]`,
      message: `${kind.kind} has ${verbs.length === 1 ? 'the verb' : 'the verbs'} ${verbs.join(', ')}`,
      fieldPath: '.verb',
      reason: 'FieldValueInvalid',
    };
  }),
  ...names(all).map((name): Validation => {
    const takers = all.filter((one) => one.name === name);
    const pairs = takers.map(
      ({ kind, verb }) => `self.target.kind == '${kind}' && self.verb == '${verb}'`,
    );
    return {
      rule: `!has(self.parameters) || !has(self.parameters.${name}) || ${pairs.join(' || ')}`,
      message: `this verb has no such parameter: it is one of ${takers.map(({ verb }) => verb).join(', ')}`,
      fieldPath: `.parameters.${name}`,
      reason: 'FieldValueForbidden',
    };
  }),
];

/** Builds the schema of the spec, with the rules that derive from the verbs of the kinds. */
export function operationSpecSchema(every: readonly AnyKind[]): Schema {
  const kinds = acting(every);
  const all = parameters(kinds);
  const spec = structural(OperationSpec);
  const { target = {}, verb = {}, parameters: given = {}, ...others } = spec.properties ?? {};
  const kind = { ...target.properties?.['kind'], enum: kinds.map((one) => one.kind) };
  return {
    ...spec,
    description: 'What is done, and to which object. It cannot change.',
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
  const description = 'Complete speaks of the end; Reconciling and Stalled are as in every kind.';
  return {
    ...schema,
    description: 'How far the Operation is, as the operator last told it.',
    default: { observedGeneration: -1 },
    properties: { ...properties, conditions: { ...CONDITIONS, description } },
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
