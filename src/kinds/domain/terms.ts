import type { Domain } from '../../api/domains.ts';
import type { Desired, Observed } from '../../model/kind.ts';
import type { DomainSpec } from './spec.ts';

export type Wish = Desired<DomainSpec>;
export type Seen = Observed<Domain, object>;
