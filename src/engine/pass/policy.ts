import type { Mode } from '../../model/common-spec.ts';
import { ownIntentOf } from './intent.ts';
import type { Subject } from './subject.ts';

/** The policies in force: what the spec says, or the kind's defaults. */
export interface Policy {
  readonly mode: Mode;
  readonly deletion: 'Delete' | 'Retain';
  /** `Default`: correct what disrupts nobody, ask consent for a correction that does. */
  readonly drift: 'Default' | 'Correct' | 'Report';
  readonly loss: 'Recreate' | 'Hold';
  readonly consent: 'Ask' | 'Auto';
}

/** Which policies hold for an object. */
export function policyOf(subject: Subject): Policy {
  const said = subject.common.policy ?? {};
  return {
    mode: said.mode ?? 'Manage',
    deletion: said.deletion ?? (isImported(subject) ? 'Retain' : subject.kind.deletion),
    drift: said.drift ?? 'Default',
    loss: said.loss ?? subject.kind.loss,
    consent: said.consent ?? 'Ask',
  };
}

/** The item was there before its object: who did not make it does not destroy it unasked. One that
 *  the object created, since there was none, is its own. */
const isImported = ({ common, object, status }: Subject): boolean =>
  (status.id !== undefined && status.operator?.imported === true) ||
  (common.import !== undefined &&
    !(common.import.orCreate === true && ownIntentOf(object) !== null));
