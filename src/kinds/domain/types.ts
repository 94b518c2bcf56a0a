import type { Domain } from '../../api/domains.ts';
import type * as Kind from '../../model/kind.ts';
import type { DomainSpec } from './spec.ts';

export type Desired = Kind.Desired<DomainSpec>;
export type Observed = Kind.Observed<Domain, object>;
