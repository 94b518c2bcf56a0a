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

/** One pass over one object: all that its phases share. */
export interface Pass {
  readonly env: Environment;
  readonly subject: Subject;
  readonly policy: Policy;
  readonly copy: Copy;
  readonly memory: Memory;
  readonly cause: Cause;
  readonly deleting: boolean;
}

/** A pass that knows its account and what is wanted. */
export interface Located extends Pass {
  readonly account: Account;
  /** Where its credential is, for people; and what the status records of it, null where it is the
   *  operator's own. */
  readonly credential: string;
  readonly used: Status['credential'] | null;
  readonly desired: Desired<unknown>;
  readonly resolution: Resolution;
  /** What its selectors lost lately. */
  readonly strays: readonly NonNullable<Status['strayed']>[number][];
  readonly items: Read<Item>;
}

/** What a pass found and did, to be reported. A member that is absent was not looked at and keeps
 *  its last value; null removes it. */
export interface Findings {
  readonly outcome: Outcome;
  /** How other chains of the plan ended: not told, but looked after. */
  readonly besides?: readonly Outcome[];
  readonly id?: number | null;
  readonly account?: string;
  readonly credential?: Status['credential'] | null;
  readonly operator?: Status['operator'];
  readonly observed?: Observed<Item, unknown>;
  readonly health?: Health;
  readonly mirrored?: Fields;
  readonly applied?: Readonly<Record<string, string>>;
  readonly stored?: Status['stored'];
  readonly ids?: Resolution['ids'];
  /** A consent is for all that strayed until it was given, and empties it. */
  readonly strayed?: readonly NonNullable<Status['strayed']>[number][];
  readonly drift?: readonly Change[];
  readonly plan?: Plan | null;
  /** The steps of the plan that may not be done without consent. */
  readonly asking?: readonly Call[];
  readonly consent?: Status['consent'] | null;
  readonly requests?: Status['requests'];
  readonly once?: Status['once'];
  /** null: the last create is settled, and nothing is to be looked for. */
  readonly intent?: null;
  /** Which fields were changed outside, whatever is done about it. */
  readonly drifting?: readonly string[];
  /** Which of them were put right in this pass. */
  readonly corrected?: readonly string[];
  /** What was sent, one line a step; and which of it was refused or never answered. */
  readonly did?: readonly string[];
  readonly failed?: readonly string[];
  /** How soon there is another look at the latest, where the outcome alone would not ask for
   *  one. */
  readonly recheckMs?: number;
}
