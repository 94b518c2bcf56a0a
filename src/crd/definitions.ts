import { KINDS } from '../kinds/index.ts';
import { definition } from './definition.ts';
import { operationDefinition } from './operation.ts';

/** Returns the definition of every kind and of Operation for the API server. */
export const definitions = (): readonly object[] => [
  ...KINDS.map(definition),
  operationDefinition(KINDS),
];
