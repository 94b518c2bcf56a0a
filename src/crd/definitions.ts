import { KINDS } from '../kinds/index.ts';
import { definition } from './definition.ts';

/** The definition of every kind, as the API server takes it. */
export const definitions = (): readonly object[] => KINDS.map(definition);
