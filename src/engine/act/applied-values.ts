import { fingerprint } from '../../model/fingerprint.ts';
import { calls } from '../../model/plan.ts';
import type { Fields } from '../../model/step.ts';
import type { Located } from '../pass/pass.ts';
import type { Decision } from './decide.ts';
import { type Execution, isDone } from './execution.ts';

/** Returns the applied values: all desired fields once all of them are met, else those that this
 *  pass added. A field with an open step is not applied. */
export function appliedBy(
  pass: Located,
  execution: Execution,
  decision: Decision,
): Readonly<Record<string, string>> {
  const wants: Fields = pass.subject.kind.wants(pass.desired);
  const open = new Set(
    calls(decision.plan.steps).flatMap((step) =>
      decision.run.includes(step) ? [] : step.changes.map(({ field }) => field),
    ),
  );
  const fresh = Object.entries(execution.applied).filter(([field]) => !open.has(field));
  const known = { ...pass.subject.status.applied, ...Object.fromEntries(fresh) };
  const settled = isDone(execution) && decision.held === null && decision.drift.length === 0;
  const fields = Object.entries(wants).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    fields.flatMap(([field, value]) => {
      const print = settled ? fingerprint(value) : known[field];
      return print === undefined ? [] : [[field, print]];
    }),
  );
}
