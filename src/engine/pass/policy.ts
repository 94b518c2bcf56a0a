import type { Mode } from '../../model/common-spec.ts';
import { ownIntentOf } from './intent.ts';
import type { Subject } from './subject.ts';

/** The policies in force: those of the spec, or the kind's defaults. */
export interface Policy {
  readonly mode: Mode;
  readonly deletion: 'Delete' | 'Retain';
  /** `Default`: applies corrections without disruption, asks consent for the others. */
  readonly drift: 'Default' | 'Correct' | 'Report';
  readonly loss: 'Recreate' | 'Hold';
  readonly consent: 'Ask' | 'Auto';
}

/** Returns the policies of an object. */
export function policyOf(subject: Subject): Policy {
  const spec = subject.common.policy ?? {};
  return {
    mode: spec.mode ?? 'Manage',
    deletion: spec.deletion ?? (isImported(subject) ? 'Retain' : subject.kind.deletion),
    drift: spec.drift ?? 'Default',
    loss: spec.loss ?? subject.kind.loss,
    consent: spec.consent ?? 'Ask',
  };
}

/** Origin of a policy: the spec, the import of the item, or the default of the kind. */
type Origin = 'Spec' | 'Import' | 'Default';

/** Returns the origin of each policy of an object. */
export function policyOrigins(subject: Subject): Readonly<Record<keyof Policy, Origin>> {
  const spec = subject.common.policy ?? {};
  const origin = (name: keyof Policy): Origin => (spec[name] === undefined ? 'Default' : 'Spec');
  return {
    mode: origin('mode'),
    deletion: spec.deletion === undefined && isImported(subject) ? 'Import' : origin('deletion'),
    drift: origin('drift'),
    loss: origin('loss'),
    consent: origin('consent'),
  };
}

/** Reports whether the item is older than its object: the operator does not delete an item that
 *  it did not create unless asked. An item that the object created, because none existed, is its
 *  own. */
const isImported = ({ common, object, status }: Subject): boolean =>
  (status.id !== undefined && status.operator?.imported === true) ||
  (common.import !== undefined &&
    !(common.import.orCreate === true && ownIntentOf(object) !== null));
