import * as z from 'zod';
import { commonSpecOf } from '../model/common-spec.ts';
import { CommonStatus, TextIdStatus } from '../model/common-status.ts';
import type { Column } from '../model/definition.ts';
import { GROUP, VERSION } from '../model/group.ts';
import { InternalStatus } from '../model/internal-status.ts';
import type { AnyKind } from '../model/kind.ts';
import { isNote } from '../model/status-layout.ts';
import { rulesOf } from './admission.ts';
import { conditionsOf } from './condition-schema.ts';
import { explained } from './explain-texts.ts';
import type { Schema } from './schema.ts';
import { demandingNothing, structural } from './structural.ts';

const condition = (type: string, what: string): string =>
  `.status.conditions[?(@.type=="${type}")].${what}`;

/** Columns of `kubectl get` before and after the kind's own. A kind whose items have no status has
 *  no State column. */
const FIRST: readonly Column[] = [
  { name: 'Ready', type: 'string', path: condition('Ready', 'status') },
  { name: 'Synced', type: 'string', path: condition('Synced', 'reason') },
];
const STATE: Column = { name: 'State', type: 'string', path: '.status.state' };
const ID: Column = { name: 'ID', type: 'integer', path: '.status.id' };
const TEXT_ID: Column = { ...ID, type: 'string' };
const LAST: readonly Column[] = [
  { name: 'Age', type: 'date', path: '.metadata.creationTimestamp' },
  { name: 'Message', type: 'string', path: condition('Ready', 'message'), wide: true },
];

const hasState = ({ item }: AnyKind): boolean =>
  item instanceof z.ZodObject && 'status' in item.shape;

const columnsOf = (kind: AnyKind): readonly Column[] => [
  ...FIRST,
  ...(hasState(kind) ? [STATE] : []),
  kind.textIds === true ? TEXT_ID : ID,
  ...kind.columns,
  ...LAST,
];

const printerColumn = ({ name, type, path, wide }: Column) => ({
  name,
  type,
  jsonPath: path,
  ...(wide === true ? { priority: 1 } : {}),
});

/** Builds the schema of a kind's spec: its own fields, then the common ones; without rules. */
export function specSchema(kind: AnyKind): Schema {
  return {
    ...structural(z.strictObject({ ...kind.spec.shape, ...commonSpecOf(kind).shape })),
    description: `Desired state of the ${kind.kind}. The operator does not manage fields that are not set.`,
  };
}

/** Builds the schema of `status.internal`, with the members of a kind. */
const internalOf = (own: Readonly<Record<string, z.ZodType>>) =>
  InternalStatus.extend(own)
    .optional()
    .describe(CommonStatus.shape.internal.description ?? '');

/** Builds the schema of a kind's status: the common fields, then its own. */
export function statusSchema(kind: AnyKind): Schema {
  const own: Readonly<Record<string, z.ZodType>> = kind.status.shape;
  const picked = (note: boolean) =>
    Object.fromEntries(Object.entries(own).filter(([member]) => isNote(member) === note));
  const { properties = {}, ...schema } = demandingNothing(
    structural(
      z.strictObject({
        ...CommonStatus.shape,
        ...(kind.textIds === true ? { id: TextIdStatus } : {}),
        ...picked(false),
        internal: internalOf(picked(true)),
      }),
    ),
  );
  return {
    ...schema,
    description: `State of the ${kind.kind} at the last observation.`,
    default: { observedGeneration: -1 },
    properties: {
      ...properties,
      conditions: conditionsOf('Ready, Synced, Reconciling or Stalled.'),
    },
  };
}

/** Builds the schema of a whole object, with the admission rules. */
export function objectSchema(kind: AnyKind): Schema {
  const spec = explained(kind, specSchema(kind));
  const rules = rulesOf(kind, spec);
  return {
    type: 'object',
    description: kind.summary,
    required: ['spec'],
    'x-kubernetes-validations': rules.root,
    properties: {
      apiVersion: { type: 'string', description: `Always ${GROUP}/${VERSION}.` },
      kind: { type: 'string', description: `Always ${kind.kind}.` },
      metadata: { type: 'object' },
      spec: { ...spec, 'x-kubernetes-validations': rules.spec },
      status: statusSchema(kind),
    },
  };
}

/** Returns the fields for selection on the server (`kubectl get
 *  --field-selector`): those of this list that the kind has. */
function selectable(kind: AnyKind): readonly { readonly jsonPath: string }[] {
  const placed = ['region', 'type']
    .filter((field) => kind.spec.shape[field] !== undefined)
    .map((field) => `.spec.${field}`);
  return [...placed, ID.path, ...(hasState(kind) ? [STATE.path] : [])].map((jsonPath) => ({
    jsonPath,
  }));
}

/** Builds the CustomResourceDefinition of a kind. */
export const definition = (kind: AnyKind) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.plural}.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: {
      kind: kind.kind,
      listKind: `${kind.kind}List`,
      plural: kind.plural,
      singular: kind.kind.toLowerCase(),
      shortNames: kind.shortNames,
      categories: ['cloud'],
    },
    versions: [
      {
        name: VERSION,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: objectSchema(kind) },
        subresources: { status: {} },
        selectableFields: selectable(kind),
        additionalPrinterColumns: columnsOf(kind).map(printerColumn),
      },
    ],
  },
});
