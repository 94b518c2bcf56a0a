import type { Schema } from './schema.ts';

/** Builds the schema of the `conditions` of a status, as metav1.Condition defines them. Source:
 *  https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#Condition
 *
 *  @param types description of the types of the conditions */
export const conditionsOf = (types: string): Schema => ({
  type: 'array',
  description: 'Ready describes the item, Synced describes the operator.',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  items: {
    type: 'object',
    required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
    properties: {
      type: {
        type: 'string',
        description: types,
        maxLength: 316,
        pattern: String.raw`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`,
      },
      status: {
        type: 'string',
        description: 'Status of the condition.',
        enum: ['True', 'False', 'Unknown'],
      },
      reason: {
        type: 'string',
        description: 'Cause, as one CamelCase word.',
        minLength: 1,
        maxLength: 1_024,
        pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
      },
      message: { type: 'string', description: 'Cause, as a sentence.', maxLength: 32_768 },
      observedGeneration: {
        type: 'integer',
        format: 'int64',
        description: 'Generation of the spec to which the condition refers.',
        minimum: 0,
      },
      lastTransitionTime: {
        type: 'string',
        format: 'date-time',
        description: 'Time of the last change of the status.',
      },
    },
  },
});
