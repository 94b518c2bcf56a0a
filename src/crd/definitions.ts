import { KINDS } from '../kinds/index.ts';
import { definition } from './definition.ts';

/** Returns the definition of every kind for the API server. */
export const definitions = (): readonly object[] => KINDS.map(definition);
