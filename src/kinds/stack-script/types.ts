import type { StackScript } from '../../api/stackscripts.ts';
import type * as Kind from '../../model/kind.ts';
import type { StackScriptSpec } from './spec.ts';

export type Desired = Kind.Desired<StackScriptSpec>;
export type Observed = Kind.Observed<StackScript, object>;
