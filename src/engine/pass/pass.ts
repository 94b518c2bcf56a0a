import type { ItemId } from '../../model/item-id.ts';
import type { Desired, Item, Observed } from '../../model/kind.ts';
import type { Health, Outcome } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import type { Read } from '../../model/request.ts';
import type { Status } from '../../model/status-layout.ts';
import type { Call, Change, Fields } from '../../model/step.ts';
import type { Account, Cause } from '../ports/cloud.ts';
import type { Environment } from '../term/environment.ts';
import type { Copy } from './copy.ts';
import type { Memory } from './memory.ts';
import type { Policy } from './policy.ts';
import type { Resolution } from './resolution.ts';
import type { Subject } from './subject.ts';

/** One pass over one object: the state that its phases share. */
export interface Pass {
  readonly env: Environment;
  readonly subject: Subject;
  readonly policy: Policy;
  readonly copy: Copy;
  readonly memory: Memory;
  readonly cause: Cause;
  readonly deleting: boolean;
}

/** A pass with a known account and a resolved spec. */
export interface Located extends Pass {
  readonly account: Account;
  /** The source of the credential, for messages; and its record in the status, null for the
   *  operator's own. */
  readonly credential: string;
  readonly used: Status['credential'] | null;
  readonly desired: Desired<unknown>;
  readonly resolution: Resolution;
  /** Objects that selectors of the object recently lost. */
  readonly strays: readonly NonNullable<Status['strayed']>[number][];
  readonly items: Read<Item>;
}

/** The findings and actions of a pass, for the report. An absent member was not examined and keeps
 *  its last value; null removes it. */
export interface Findings {
  readonly outcome: Outcome;
  /** Outcomes of the other chains of the plan: not reported, but considered for the requeue. */
  readonly besides?: readonly Outcome[];
  readonly id?: ItemId | null;
  readonly account?: string;
  readonly credential?: Status['credential'] | null;
  readonly operator?: Status['operator'];
  readonly observed?: Observed<Item, unknown>;
  readonly health?: Health;
  readonly mirrored?: Fields;
  readonly applied?: Readonly<Record<string, string>>;
  readonly stored?: Status['stored'];
  readonly ids?: Resolution['ids'];
  /** A consent covers all strays until it was given, and empties the list. */
  readonly strayed?: readonly NonNullable<Status['strayed']>[number][];
  readonly drift?: readonly Change[];
  readonly plan?: Plan | null;
  /** Steps of the plan that require consent. */
  readonly asking?: readonly Call[];
  readonly consent?: Status['consent'] | null;
  readonly operations?: Status['operations'];
  /** The handled value of the annotation that requests a sync. */
  readonly lastHandledSync?: string | null;
  readonly once?: Status['once'];
  /** null: the last create is settled, and no search is needed. */
  readonly intent?: null;
  /** Fields with drift, whatever the policy does about it. */
  readonly drifting?: readonly string[];
  /** Fields corrected in this pass. */
  readonly corrected?: readonly string[];
  /** Requests sent, one line per step; and the steps that were refused or not answered. */
  readonly did?: readonly string[];
  readonly failed?: readonly string[];
  /** Latest time of the next pass, where the outcome alone would not requeue. */
  readonly recheckMs?: number;
}
